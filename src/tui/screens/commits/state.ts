import { firstSearched, type SearchedState } from "../../list/cursor.ts";
import type { ComparedStates } from "../../state/compared.ts";
import type { CommitRow } from "../../worker/answers/history.ts";
import type { FoundCommit, SearchHits, WorkFiles } from "../../worker/questions.ts";
import type { CommitCounts } from "../../worker/rows/change-set.ts";

export type CommitSort = "time" | "nodes" | "values" | "author";

/** What a search for the filter `text` has found so far. */
export interface FoundCommits extends Pick<SearchHits, "text" | "searched"> {
  /** The newest first. */
  readonly commits: readonly FoundCommit[];
  /** How many commits there are; undefined while unknown. */
  readonly total: number | undefined;
  readonly reached: SearchHits["reached"] | "stopped";
}

/** A commit by its id, or if that is unknown by its position in the history. */
export interface CommitGoal {
  readonly at: number;
  readonly id: string | undefined;
}

/** A row of the list: a commit, or what is not committed, with the states that it stands for. */
export interface HistoryRow extends CommitRow {
  readonly target?: ComparedStates;
}

export interface CommitsState extends SearchedState<CommitSort> {
  /** The loaded part of the history, the newest first. */
  readonly all: readonly CommitRow[];
  /** The number of newer commits that are not loaded. */
  readonly offset: number;
  /** What the refs said before the first page was read, as in Trees; undefined while it is not there. */
  readonly refs: string | undefined;
  /** The newest commit, from which positions count; undefined while unknown. */
  readonly tip: string | undefined;
  readonly found: FoundCommits | undefined;
  /** Where the cursor goes once that part is loaded. */
  readonly goal: CommitGoal | undefined;
  /** What is not committed, and the commits that fit the filter, sorted. */
  readonly rows: readonly HistoryRow[];
  /** Whether the oldest commit is loaded. */
  readonly isWhole: boolean;
  readonly isLoading: boolean;
  /** What is not committed, once that is known. */
  readonly files: WorkFiles | undefined;
  /** The known counts by commit. */
  readonly counts: ReadonlyMap<string, CommitCounts>;
}

export const noCommits: CommitsState = {
  ...firstSearched<CommitSort>("time", "nodes", "values", "author"),
  all: [],
  offset: 0,
  refs: undefined,
  tip: undefined,
  found: undefined,
  goal: undefined,
  rows: [],
  isWhole: false,
  isLoading: false,
  files: undefined,
  counts: new Map(),
};

/** How many rows stand before the commits of the history. */
export function rowsInFront({ rows }: CommitsState): number {
  return rows.filter(({ target }) => target !== undefined).length;
}

export function chosenCommit({ rows, cursor }: CommitsState): HistoryRow | undefined {
  return rows[cursor.index];
}

/** What the commit at the cursor changes. */
export function chosenTarget(commits: CommitsState): ComparedStates | undefined {
  const commit = chosenCommit(commits);
  return commit && commitTarget(commit);
}

export function commitTarget(row: Pick<HistoryRow, "id" | "parent" | "isGrafted" | "target">): ComparedStates {
  const { id, parent, isGrafted, target } = row;
  return target ?? { kind: "commit", id, parent, ...(isGrafted && { isGrafted }) };
}
