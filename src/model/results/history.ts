import type { InventoryPlace } from "../inventory/snapshot.ts";
import type { TreeEntry } from "../inventory/tree-entries.ts";
import type { LoggedCommit } from "./log.ts";

/** One file or link that is not the same in a commit and one of its parents. */
export interface FileDifference {
  /** Relative to the inventory folder of its side. */
  readonly path: string;
  /** In the parent; absent where it has no such file. */
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
}

/** One commit of a history, with what it changes against each of its parents. */
export interface HistoryCommit extends LoggedCommit {
  /** The parents that it is compared with: all, or the first one in a history of first parents. */
  readonly compared: readonly string[];
  /** By parent; a missing parent has no differences. */
  readonly differences: ReadonlyMap<string, readonly FileDifference[]>;
}

export interface HistoryRange {
  /** Revisions and ranges: `HEAD`, `A..B`, `A...B`, `^A`. */
  readonly revisions: readonly string[];
  readonly firstParent: boolean;
  /** Only these of them, by their positions, newest first. */
  readonly stretch?: CommitStretch;
}

/** Neighbouring commits of a history, by their positions. */
export interface CommitStretch {
  readonly start: number;
  readonly end: number;
}

/** One of `of` equal stretches of a history; `index` counts from 1, the newest. */
export interface Stretches {
  readonly index: number;
  readonly of: number;
}

/** A stretch that one share of a history is, and what is around it. */
export interface ShareStretch extends CommitStretch {
  /** Whether a commit before the stretch has its first commit as a parent. */
  readonly isContinued: boolean;
  /** The first commit after it, if a commit of the stretch has it as a parent. */
  readonly next: string | undefined;
}

/** Which commits of a range are wanted; git reads the texts. */
export interface CommitFilter {
  readonly since?: string;
  readonly until?: string;
  readonly author?: string;
}

export interface PlacedCommit extends HistoryCommit {
  readonly place: InventoryPlace;
}

export type LineCommit = Pick<HistoryCommit, "id" | "author" | "email" | "date" | "subject">;
