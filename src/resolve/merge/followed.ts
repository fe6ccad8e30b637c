import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { MergeMode, Settings } from "../../model/inventory/settings.ts";
import type { ListValue, MapValue, ScalarValue, SetValue, Span, Value } from "../../model/values/value.ts";
import type { MergeContext } from "./parameters.ts";
import type { MergedMap, PartialValue, PendingContribution, RawMap } from "./partial-value.ts";
import type { WatchedKeys } from "./watch.ts";

/** A partial value once its own references are filled in. Values inside it may still hold some. */
export type FollowedValue = ScalarValue | SetValue | ListValue | MapValue | MergedMap | RawMap;

/** A reference without a target. `nested` if it is part of another reference's path: then nothing excuses it. */
export interface MissingTarget {
  readonly kind: "missing";
  readonly diagnostic: Diagnostic;
  readonly nested: boolean;
  /** The path that a reference asks for, of which nothing is there. */
  readonly asked?: readonly string[];
}

/**
 * When reclass reports a fault: while it asks other nodes, before anything is filled in (`asked` is the position of the
 * node that fails); at once; or at the end together with others, if `group_errors` is on.
 */
export type Stops = { readonly asked: number } | "at-once" | "at-end";

/** What merging pending contributions needs of their node. */
export interface FollowingNode {
  readonly settings: Settings;
  /** Fills in a value's own references; one without a target is returned. */
  tryFollow(value: PartialValue, path: readonly string[]): FollowedValue | MissingTarget;
  /** Fills in all references in a value. */
  resolved(value: PartialValue, path: readonly string[]): Value;
  /** How mappings are merged at a path, and for which layer. */
  mergeContext(path?: readonly string[], layer?: number): MergeContext;
  readonly observer: MergeObserver | undefined;
  /** Counts work for a value, in characters; false if it is too much: rule R8 of docs/concepts/references.md. */
  spend(work: number, origin: Span): boolean;
  fault(diagnostic: Diagnostic, stops?: Stops): void;
}

/** Is called for each pending contribution that is merged. `explain` has one. */
export interface MergeObserver {
  /** Whether only the kinds of values count: a mapping or list inside text is not looked into. */
  readonly kindsOnly?: boolean;
  /** The watched keys below the value at a path; undefined if there are none. */
  watchedBelow(path: readonly string[]): WatchedKeys | undefined;
  /** A contribution was merged. Ignored ones, and those that cannot be merged, are not passed. */
  merged(contribution: PendingContribution, result: MergeResult): void;
}

/** A contribution merged with the value below it, and how; no mode where there is nothing below. */
export interface MergeResult {
  readonly value: FollowedValue;
  readonly mode: MergeMode | undefined;
}
