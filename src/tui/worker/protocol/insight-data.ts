import type { Row } from "../../../report/text/row.ts";
import { type CommitCounts, type ComparedStates, comparedKey } from "./data.ts";

/** A node, or a value of it, in one of the two states of a target. */
export interface AskedPlace extends Omit<AskedValuePlace, "path"> {
  readonly path: string | undefined;
}

/** A value of a node in one of the two states of a target. */
export interface AskedValuePlace {
  readonly target: ComparedStates;
  readonly node: string;
  /** The path as heir writes it. */
  readonly path: string;
  /** Whether the older state is meant, since the newer one does not have the value. */
  readonly isOld: boolean;
}

/** The same key for the same value. */
export function placeKey({ target, node, path, isOld }: AskedPlace): string {
  return [isOld ? "old" : "now", comparedKey(target), node, ...(path === undefined ? [] : [path])].join("\n");
}

/** The answer to a question about a value. */
export interface InsightRows {
  /** {@link placeKey} of the value. */
  readonly key: string;
  readonly rows: readonly Row[];
  /** `file:line` of the value; undefined where it is not known. */
  readonly source: string | undefined;
}

/** A part of a history: how far the search is, and perhaps a commit that it found. */
export interface TimelinePart {
  /** {@link placeKey} of what was asked about. */
  readonly key: string;
  readonly found: FoundEntry | undefined;
  /** How many commits of how many were looked at. */
  readonly searched: number;
  readonly total: number;
}

/** A commit of a history, and its place in it, counted from the newest on. */
interface FoundEntry {
  readonly index: number;
  readonly entry: TimelineEntry;
}

/** A commit that changed a value or a node. */
export interface TimelineEntry {
  readonly commit: string;
  readonly parent: string | undefined;
  readonly author: string;
  /** `2026-01-15`. */
  readonly day: string;
  readonly subject: string;
  /** The name of the node there; undefined where it is not. */
  readonly node: string | undefined;
  /** Both values, where it is one. */
  readonly old: string | undefined;
  readonly now: string | undefined;
  /** Of a list which items came and went, instead of both values; empty where these say it. */
  readonly words: string;
  /** Whether the value is removed there. */
  readonly isGone: boolean;
  /** `file:line` of the value. */
  readonly source: string | undefined;
  /** How much the commit changes of what was asked about. */
  readonly counts: CommitCounts | undefined;
}
