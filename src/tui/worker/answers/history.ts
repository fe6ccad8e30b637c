import type { CommitLine } from "../../../workspace/log/history.ts";
import type { AnswerWork } from "../repository.ts";
import { refsNow } from "./trees.ts";

const PAGE = 300;
const SHORT_ID = 7;

/** One page of commits, newest first. */
export async function answerHistory(
  { from, range }: { readonly from: number; readonly range: string | undefined },
  { repository, signal }: AnswerWork,
) {
  const part = { skip: from, count: PAGE, range };
  const history = await repository.history();
  const { refs } = await refsNow(repository);
  const commits = await history.page(part, { signal });
  const grafted = history.grafted();
  const rows: readonly CommitRow[] = commits.map((line) => commitRow(line, grafted));
  return { from, refs, commits: rows, isLast: commits.length < PAGE };
}

export type CommitRow = ReturnType<typeof commitRow>;

/** A commit as a row of the list. */
export function commitRow({ id, parents, time, author, subject }: CommitLine, grafted: ReadonlySet<string>) {
  const row = { id, shortId: id.slice(0, SHORT_ID), parent: parents[0], time, author, subject };
  return { ...row, ...(grafted.has(id) && { isGrafted: true as const }) };
}
