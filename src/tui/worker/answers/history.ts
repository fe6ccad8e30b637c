import type { CommitLine } from "../../../workspace/log/history.ts";
import type { CommitRow } from "../protocol/data.ts";
import type { HistoryPage } from "../protocol/questions.ts";
import type { AnswerWork, Ask } from "../work.ts";
import { refsNow } from "./trees.ts";

const PAGE = 300;
const SHORT_ID = 7;

/** One page of commits, newest first. */
export async function answerHistory(
  { from, range }: Ask<"history">,
  { repository, signal }: AnswerWork,
): Promise<HistoryPage> {
  const part = { skip: from, count: PAGE, ...(range !== undefined && { range }) };
  const history = await repository.history();
  const { refs } = await refsNow(repository);
  const commits = await history.page(part, { signal });
  const grafted = history.grafted();
  return { from, refs, commits: commits.map((line) => commitRow(line, grafted)), isLast: commits.length < PAGE };
}

/** A commit as a row of the list. */
export function commitRow({ id, parents, time, author, subject }: CommitLine, grafted: ReadonlySet<string>): CommitRow {
  const row = { id, shortId: id.slice(0, SHORT_ID), parent: parents[0], time, author, subject };
  return grafted.has(id) ? { ...row, isGrafted: true } : row;
}
