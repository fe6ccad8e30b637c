import type { CommitLine } from "../../../workspace/log/history.ts";
import type { CommitRow } from "../protocol/data.ts";
import type { HistoryPage } from "../protocol/questions.ts";
import type { AnswerWork, Ask } from "../work.ts";

const PAGE = 300;
const SHORT_ID = 7;

/** One page of commits, newest first. */
export async function answerHistory(
  { from, range }: Ask<"history">,
  { repository, signal }: AnswerWork,
): Promise<HistoryPage> {
  const part = { skip: from, count: PAGE, ...(range !== undefined && { range }) };
  const commits = await (await repository.history()).page(part, { signal });
  return { from, commits: commits.map(commitRow), isLast: commits.length < PAGE };
}

/** A commit as a row of the list. */
export function commitRow({ id, parents, time, author, subject }: CommitLine): CommitRow {
  return { id, shortId: id.slice(0, SHORT_ID), parent: parents[0], time, author, subject };
}
