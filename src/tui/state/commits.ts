import { atTop, type Cursor, type Listed } from "../select.ts";
import type { CommitCounts, CommitRow, Target } from "../worker/data.ts";
import { noSearch, type Search } from "./search.ts";

export const commitSorts = ["time", "nodes", "values", "author"] as const;
export type CommitSort = (typeof commitSorts)[number];

/** The screen of commits. */
export interface CommitsState {
  /** All that are loaded, the newest first. */
  readonly all: readonly CommitRow[];
  /** Those that the filter leaves, as they are sorted. */
  readonly rows: readonly CommitRow[];
  readonly search: Search;
  readonly sort: CommitSort;
  /** Whether there are no more commits than these. */
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
  search: noSearch,
  sort: "time",
  rows: [],
  isWhole: false,
  isLoading: false,
  counts: new Map(),
  cursor: atTop,
  detailTop: 0,
};

export function commitList({ rows }: CommitsState): Listed {
  return { count: rows.length, id: (index) => rows[index]?.id ?? "" };
}

/** The commit on which the cursor stands. */
export function chosenCommit({ rows, cursor }: CommitsState): CommitRow | undefined {
  return rows[cursor.index];
}

export function commitTarget({ id, parent }: CommitRow): Target {
  return { kind: "commit", id, parent };
}
