import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { MergeMode } from "../../model/inventory/merge-mode.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { Span } from "../../model/values/origin.ts";
import type { Query } from "../../model/values/query.ts";
import type { ListValue, MapValue, ScalarValue, SetValue, Value } from "../../model/values/value.ts";
import type { MergeContext } from "./merge.ts";
import type { MergedMap, PartialValue, Pending, PendingContribution, RawMap } from "./partial-value.ts";
import type { WatchedKeys } from "./watched-keys.ts";

/** What a cell is once its own references are followed; what lies below it may still hold some. */
export type FollowedValue = ScalarValue | SetValue | ListValue | MapValue | MergedMap | RawMap;

/** A reference without a target. `nested` when it is part of another reference's path: then nothing can excuse it. */
export interface MissingTarget {
  readonly kind: "missing";
  readonly diagnostic: Diagnostic;
  readonly nested: boolean;
  readonly lost?: Lost;
}

/** A parameter that a reference leaves without a value, and the parameter that the reference looked for. */
export interface Lost {
  readonly parameter: string;
  readonly needs: string;
}

/** A fault found while references are filled in, and when reclass stops because of it. */
export interface ReferenceFault {
  readonly diagnostic: Diagnostic;
  readonly stops: Stops;
  readonly lost?: Lost;
}

/**
 * Before anything is filled in, when other nodes are asked, one after the other: `asked` is the place of the one that
 * fails; at once; or at the end together with others, where `group_errors` has it so.
 */
export type Stops = { readonly asked: number } | "at-once" | "at-end";

/** What folding a stack needs of the node it belongs to. */
export interface FollowingNode {
  readonly settings: Settings;
  /** Follows a cell until its kind is known; a reference without a target is handed back. */
  attempt(cell: PartialValue, path: readonly string[]): FollowedValue | MissingTarget;
  /** For maps that come up at a path while references are filled in, and the layer that says them. */
  foldContext(path?: readonly string[], layer?: number): MergeContext;
  readonly observer: MergeObserver | undefined;
  fault(diagnostic: Diagnostic, stops?: Stops): void;
}

/** Sees contributions being laid over one another; only `explain.ts` has one. */
export interface MergeObserver {
  /** The keys that are watched below the value at a path; undefined where none are. */
  watchedBelow(path: readonly string[]): WatchedKeys | undefined;
  /** A contribution was laid over what its stack had come to. One that is passed over or cannot be laid is not told. */
  laid(stack: Pending, part: PendingContribution, result: MergeResult): void;
}

/** What a contribution and what was below it come to, and how they were merged; no mode where nothing was below. */
export interface MergeResult {
  readonly now: FollowedValue;
  readonly mode: MergeMode | undefined;
}

/** Answers inventory queries. */
export interface QueryAnswers {
  /** The value of a query; undefined after a fault was passed on, missing when a parameter it compares with is. */
  answer(query: Query, asked: QueryAsked): Value | MissingTarget | undefined;
}

/** Where a query stands, and what of its own node it may need. */
export interface QueryAsked {
  readonly origin: Span;
  /** The resolved value of a parameter of the asking node. */
  parameter(path: readonly string[]): Value | MissingTarget;
  fault(diagnostic: Diagnostic, stops?: Stops): void;
}
