import { type ListItems, listItems } from "../../list/cursor.ts";
import { firstSearched, type SearchedState } from "../../list/state.ts";
import type { CommitCounts, CommitRow, ComparedStates, FoundCommit } from "../../worker/protocol/data.ts";

export type CommitSort = "time" | "nodes" | "values" | "author";

/** What the search in the whole history has found so far. */
export interface Found {
  /** The filter that it is for. */
  readonly text: string;
  /** The newest first. */
  readonly commits: readonly FoundCommit[];
  readonly searched: number;
  readonly reached: "searching" | "whole" | "full" | "stopped";
}

/** A commit by its id if that is known, else by its place in the history. */
export interface CommitGoal {
  readonly at: number;
  readonly id: string | undefined;
}

/** The screen of commits. */
export interface CommitsState extends SearchedState<CommitSort> {
  /** A stretch of the history, as it is loaded, the newest first. */
  readonly all: readonly CommitRow[];
  /** How many newer commits there are than those. */
  readonly offset: number;
  /** The newest commit, from which places in the history count; undefined while it is not known. */
  readonly tip: string | undefined;
  readonly found: Found | undefined;
  /** Where the cursor goes when those around it are loaded. */
  readonly goal: CommitGoal | undefined;
  /** Those that the filter leaves, as they are sorted. */
  readonly rows: readonly CommitRow[];
  /** Whether there are no older commits than these. */
  readonly isWhole: boolean;
  readonly isLoading: boolean;
  /** What is known of each commit by its id. */
  readonly counts: ReadonlyMap<string, CommitCounts>;
}

export const noCommits: CommitsState = {
  ...firstSearched<CommitSort>("time", "nodes", "values", "author"),
  all: [],
  offset: 0,
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

/** The commit on which the cursor stands. */
export function chosenCommit({ rows, cursor }: CommitsState): CommitRow | undefined {
  return rows[cursor.index];
}

/** What the commit at the cursor changes. */
export function chosenTarget(commits: CommitsState): ComparedStates | undefined {
  const commit = chosenCommit(commits);
  return commit && commitTarget(commit);
}

export function commitTarget({ id, parent }: CommitRow): ComparedStates {
  return { kind: "commit", id, parent };
}
