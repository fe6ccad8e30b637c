import { atTop, type Cursor, type ListItems } from "../../list/cursor.ts";
import { noSearch, type Search } from "../../list/search.ts";
import type { CommitCounts, CommitRow, ComparedStates, FoundCommit } from "../../worker/protocol/data.ts";

export const commitSorts = ["time", "nodes", "values", "author"] as const;
export type CommitSort = (typeof commitSorts)[number];

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
export interface CommitsState {
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
  readonly search: Search;
  readonly sort: CommitSort;
  /** Whether there are no older commits than these. */
  readonly isWhole: boolean;
  readonly isLoading: boolean;
  /** What is known of each commit by its id. */
  readonly counts: ReadonlyMap<string, CommitCounts>;
  readonly cursor: Cursor;
  /** First line of the detail pane on the screen. */
  readonly detailTop: number;
}

export const noCommits: CommitsState = {
  all: [],
  offset: 0,
  tip: undefined,
  found: undefined,
  goal: undefined,
  search: noSearch,
  sort: "time",
  rows: [],
  isWhole: false,
  isLoading: false,
  counts: new Map(),
  cursor: atTop,
  detailTop: 0,
};

export function commitList({ rows }: CommitsState): ListItems {
  return { count: rows.length, id: (index) => rows[index]?.id ?? "" };
}

/** The commit on which the cursor stands. */
export function chosenCommit({ rows, cursor }: CommitsState): CommitRow | undefined {
  return rows[cursor.index];
}

export function commitTarget({ id, parent }: CommitRow): ComparedStates {
  return { kind: "commit", id, parent };
}
