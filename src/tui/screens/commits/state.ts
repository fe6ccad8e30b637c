import { type ListItems, listItems } from "../../list/cursor.ts";
import { firstSearched, type SearchedState } from "../../list/state.ts";
import type { ComparedStates } from "../../state/compared.ts";
import type { CommitRow } from "../../worker/answers/history.ts";
import type { FoundCommit } from "../../worker/answers/search.ts";
import type { CommitCounts } from "../../worker/rows/change-set.ts";

export type CommitSort = "time" | "nodes" | "values" | "author";

/** What the search in the whole history has found. */
export interface Found {
  /** The filter that was searched for. */
  readonly text: string;
  /** The newest first. */
  readonly commits: readonly FoundCommit[];
  readonly searched: number;
  /** How many commits there are; undefined while unknown. */
  readonly total: number | undefined;
  readonly reached: "searching" | "whole" | "full" | "stopped";
}

/** A commit by its id, or if that is unknown by its position in the history. */
export interface CommitGoal {
  readonly at: number;
  readonly id: string | undefined;
}

/** The screen of commits. */
export interface CommitsState extends SearchedState<CommitSort> {
  /** The loaded part of the history, the newest first. */
  readonly all: readonly CommitRow[];
  /** The number of newer commits that are not loaded. */
  readonly offset: number;
  /** What the refs said before the first page was read, as in Trees; undefined while it is not there. */
  readonly refs: string | undefined;
  /** The newest commit, from which positions count; undefined while unknown. */
  readonly tip: string | undefined;
  readonly found: Found | undefined;
  /** Where the cursor goes once that part is loaded. */
  readonly goal: CommitGoal | undefined;
  /** The commits that fit the filter, sorted. */
  readonly rows: readonly CommitRow[];
  /** Whether the oldest commit is loaded. */
  readonly isWhole: boolean;
  readonly isLoading: boolean;
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
  counts: new Map(),
};

export function commitList({ rows }: CommitsState): ListItems {
  return listItems(rows, ({ id }) => id);
}

/** The commit at the cursor. */
export function chosenCommit({ rows, cursor }: CommitsState): CommitRow | undefined {
  return rows[cursor.index];
}

/** What the commit at the cursor changes. */
export function chosenTarget(commits: CommitsState): ComparedStates | undefined {
  const commit = chosenCommit(commits);
  return commit && commitTarget(commit);
}

export function commitTarget({
  id,
  parent,
  isGrafted,
}: Pick<CommitRow, "id" | "parent" | "isGrafted">): ComparedStates {
  return { kind: "commit", id, parent, ...(isGrafted && { isGrafted }) };
}
