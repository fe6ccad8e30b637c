import { commitFits, type Filter, filterOf } from "../../list/filter.ts";
import type { FoundCommit } from "../protocol/data.ts";
import type { SearchHits } from "../protocol/questions.ts";
import type { AnswerWork, Ask } from "../work.ts";
import { commitRow } from "./history.ts";

const MOST = 1000;

interface Reached {
  readonly searched: number;
  readonly found: number;
}

/** The progress of searches that more urgent questions interrupted: they continue from there. */
const reached = new WeakMap<object, Reached>();

/** Commits that fit by subject, author or id, the newest first. Others are not kept. */
export async function* answerSearch(
  ask: Ask<"search">,
  { repository, signal, progress }: AnswerWork,
): AsyncGenerator<SearchHits> {
  const { text, range } = ask;
  if (text === undefined) return;
  const filter = filterOf(text);
  let at = reached.get(ask) ?? { searched: 0, found: 0 };
  const history = await repository.history();
  const grafted = history.grafted();
  for await (const lines of history.rest({ skip: at.searched, ...(range !== undefined && { range }) }, { signal })) {
    const fitting = lines.flatMap((line, index) =>
      fits(filter, { at: at.searched + index, row: commitRow(line, grafted) }),
    );
    const found = fitting.slice(0, MOST - at.found);
    const next = { searched: at.searched + lines.length, found: at.found + found.length };
    if (found.length > 0) yield { text, found, searched: next.searched, reached: "searching" };
    at = next;
    reached.set(ask, at);
    progress(at.searched, 0);
    if (at.found >= MOST) break;
  }
  yield { text, found: [], searched: at.searched, reached: at.found >= MOST ? "full" : "whole" };
}

function fits(filter: Filter, found: FoundCommit): readonly FoundCommit[] {
  return commitFits(filter, found.row, { set: undefined, counts: undefined }) ? [found] : [];
}
