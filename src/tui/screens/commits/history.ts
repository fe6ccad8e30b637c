import { counted } from "../../../report/text/row.ts";
import { commitFits, filterOf } from "../../list/filter.ts";
import { type ComparedStates, comparedKey, INDEX, WORKTREE } from "../../state/compared.ts";
import { setOf, type TuiState } from "../../state.ts";
import type { CommitRow } from "../../worker/answers/history.ts";
import type { FoundCommit, HistoryPage } from "../../worker/questions.ts";
import type { CommitsState, HistoryRow } from "../state.ts";

/** The most rows that are kept; others are loaded again when needed. */
const MOST_ROWS = 3000;

type Loaded = Pick<CommitsState, "all" | "offset" | "isWhole">;

/** The loaded part of the history with one more page; or that page alone, if it is not adjacent. */
export function withRows(own: CommitsState, { from, commits, isLast }: HistoryPage): Loaded {
  const { all, offset } = own;
  const [end, pageEnd] = [offset + all.length, from + commits.length];
  if (all.length === 0 || from > end || pageEnd < offset) return { all: commits, offset: from, isWhole: isLast };
  const before = all.slice(0, Math.max(0, from - offset));
  const after = all.slice(Math.max(0, pageEnd - offset));
  const rows = { all: [...before, ...commits, ...after], offset: Math.min(offset, from) };
  const joined = { ...rows, isWhole: pageEnd >= end ? isLast : own.isWhole };
  return isArranged(own) ? joined : trimmed(joined, pageEnd > end);
}

/** Drops the rows that are furthest from the last page. */
function trimmed({ all, offset, isWhole }: Loaded, isBelow: boolean): Loaded {
  const over = all.length - MOST_ROWS;
  if (over <= 0) return { all, offset, isWhole };
  if (isBelow) return { all: all.slice(over), offset: offset + over, isWhole };
  return { all: all.slice(0, MOST_ROWS), offset, isWhole: false };
}

/** Whether the list is filtered, or not in the order of the history. */
export function isArranged({ search, sort }: CommitsState): boolean {
  return search.text !== "" || sort !== "time";
}

/** The loaded commits that fit the filter, and those that the search found elsewhere. */
export function fittingCommits(state: TuiState): readonly CommitRow[] {
  const { all, search } = state.commits;
  return search.text === "" ? all : knownHits(state, search.text).map(({ row }) => row);
}

/** Every commit that is known to fit a filter, with its position in the history. */
export function knownHits(state: TuiState, text: string): readonly FoundCommit[] {
  const { all, offset, found } = state.commits;
  const fits = fitting(state, text);
  const loaded = all.flatMap((row, index) => (fits(row) ? [{ at: offset + index, row }] : []));
  const hits = found?.text === text ? found.commits : [];
  const older = hits.filter(({ at }) => at >= offset + all.length);
  return [...hits.filter(({ at }) => at < offset), ...loaded, ...older];
}

/** Whether a loaded commit fits: as far as it was compared, or because the search has found it. */
function fitting({ commits: { counts, found }, sets }: TuiState, text: string): (row: CommitRow) => boolean {
  const filter = filterOf(text);
  const ids = new Set(found?.text === text ? found.commits.map(({ row }) => row.id) : []);
  return (row) => ids.has(row.id) || commitFits(filter, row, { set: sets.get(row.id), counts: counts.get(row.id) });
}

/** The commit at the cursor if the search found it and it is not loaded. */
export function chosenElsewhere({ all, cursor, found }: CommitsState): FoundCommit | undefined {
  const chosen = found?.commits.find(({ row }) => row.id === cursor.id);
  return chosen !== undefined && all.every(({ id }) => id !== cursor.id) ? chosen : undefined;
}

const STAGED = /[MADTRC]/;

/** What is not committed, above the commits, as far as there are any: the work tree, and the index where that is another state. */
export function uncommittedRows(state: TuiState): readonly HistoryRow[] {
  const files = state.commits.files?.files ?? [];
  const isElsewhere = files.some(({ worktree }) => worktree !== " ");
  const inIndex = files.filter(({ index }) => STAGED.test(index)).length;
  const isUnborn = state.commits.isWhole && state.commits.all.length === 0;
  if (files.length === 0 || isUnborn || state.wish.range !== undefined) return [];
  const rows = [rowOf(state, "work tree", WORKTREE, files.length)];
  return inIndex > 0 && isElsewhere ? [...rows, rowOf(state, "index", INDEX, inIndex)] : rows;
}

const MOST_PATHS = 6;

/** `work tree  1 file  ntp:server, rack`. */
function rowOf(state: TuiState, name: string, target: ComparedStates, files: number): HistoryRow {
  const id = comparedKey(target);
  const edits = (setOf(state, id)?.changes ?? []).filter(({ isValue, follows }) => isValue && follows === undefined);
  const paths = [...new Set(edits.map(({ title }) => title))].slice(0, MOST_PATHS).join(", ");
  const subject = [counted(files, "file"), paths].filter((text) => text !== "").join("  ");
  return { id, shortId: name, parent: undefined, time: 0, author: "", subject, target };
}
