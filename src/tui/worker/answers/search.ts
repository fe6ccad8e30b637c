import { setImmediate } from "node:timers/promises";
import { Beside } from "../../../speed/kept.ts";
import { asksForChanges, commitFits, type Filter, filterOf } from "../../list/filter.ts";
import type { AnswerWork } from "../opened/repository.ts";
import { type CommitRow, commitRow } from "./history.ts";

const MOST = 1000;
/** Commits that are compared between two reports. */
const REPORTED = 10;

/** A commit that fits, and its position in the history. */
interface FoundCommit {
  readonly at: number;
  readonly row: CommitRow;
}

/** Whether a search goes on; `full` if it found too many to go on. */
type End = "searching" | "whole" | "full";

/** The progress of searches that more urgent questions interrupted: they continue from there. */
const reached = new Beside<object, { readonly searched: number; readonly found: number }>();

/** Commits of the whole history that fit, newest first: by subject, author, id or changes. Others are not kept. */
export async function* answerSearch(
  ask: { readonly text: string; readonly range: string | undefined },
  work: AnswerWork,
) {
  const { text, range } = ask;
  const { repository, signal, progress } = work;
  const filter = filterOf(text);
  const history = await repository.history();
  const [grafted, total] = [history.grafted(), await history.count(range, { signal })];
  // Words are read in batches of git's; comparing takes longer, so each hit is reported.
  const every = asksForChanges(filter) ? REPORTED : Number.POSITIVE_INFINITY;
  let at = reached.get(ask) ?? { searched: 0, found: 0 };
  const report = (found: readonly FoundCommit[], end: End) => {
    return { text, found, searched: at.searched, total, reached: end };
  };
  for await (const lines of history.rest({ skip: at.searched, range }, { signal })) {
    for (let rest = lines; rest.length > 0 && at.found < MOST; rest = rest.slice(every)) {
      const part = rest.slice(0, every);
      const hits: FoundCommit[] = [];
      for (const [index, line] of part.entries()) {
        const row = commitRow(line, grafted);
        if (await fits(filter, row, work)) hits.push({ at: at.searched + index, row });
      }
      const found = hits.slice(0, MOST - at.found);
      at = { searched: at.searched + part.length, found: at.found + found.length };
      if (found.length > 0 || part.length === every) yield report(found, "searching");
      // Only what was reported is not searched again.
      reached.set(ask, at);
    }
    progress(at.searched, 0);
    if (at.found >= MOST) break;
  }
  yield report([], at.found >= MOST ? "full" : "whole");
}

/** Of a commit whose parents are not here, what it changes is not known. */
async function fits(filter: Filter, row: CommitRow, { repository, signal }: AnswerWork): Promise<boolean> {
  if (!asksForChanges(filter)) return commitFits(filter, row, { set: undefined, counts: undefined });
  if (row.isGrafted === true) return false;
  await setImmediate();
  signal.throwIfAborted();
  await repository.tidy();
  const set = await repository.changes({ kind: "commit", id: row.id, parent: row.parent }, { signal });
  return commitFits(filter, row, { set, counts: set.counts });
}
