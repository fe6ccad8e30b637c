import type { Step } from "../inventory/resolved.ts";
import type { Span } from "../values/origin.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";
import type { ComparisonEnd, FailingNode } from "./comparison.ts";

/** Something that a merge has four of. */
export interface FourWay<Of> {
  readonly base: Of;
  readonly ours: Of;
  readonly theirs: Of;
  readonly merged: Of;
}

export type MergeSide = "ours" | "theirs";

/**
 * What became of one value:
 *
 * - `neither`: the merged value is on neither side;
 * - `ours-lost`, `theirs-lost`: this side changed the value, and the merged one is the other side's;
 * - `joined`: it is on neither side, yet nothing but both sides' changes put together: a list with the items that each
 *   added, a text whose references each merged as expected;
 * - `new-node`: the node is new on one side, and the other side changed what it uses.
 *
 * The first three are surprises.
 */
export type MergeKind = "neither" | "ours-lost" | "theirs-lost" | "joined" | "new-node";

/** A value of one node, in all four states; undefined where there is none. */
export interface MergedValue {
  readonly kind: MergeKind;
  readonly path: ParameterPath;
  readonly values: FourWay<Value | undefined>;
}

/** Something that one side did, and that takes part in the merged value. */
export interface MergePart {
  /** A layer begins, stops or goes on to say something else; a class comes, goes or stands elsewhere in the order. */
  readonly deed: "sets" | "unsets" | "changes" | "brings" | "drops" | "moves";
  readonly layer: Pick<Step, "layer" | "name">;
  /** Where; for what went, where it was. */
  readonly span: Span;
}

/** A merged value and all nodes that have it; places and parts are those of the first node. */
export interface FoldedMergedValue extends MergedValue {
  readonly nodes: readonly string[];
  readonly parts: Readonly<Record<MergeSide, readonly MergePart[]>>;
}

/** What stands for the state from which both sides began; see `mergeBaseState`. */
export type MergeBase = "commit" | "merged" | "first" | "none";

/** Nodes that a merge does to what neither side did; every list is sorted by name. */
export interface MergedNodes {
  /** They resolve on each side that has them, and not merged. */
  readonly failing: readonly FailingNode[];
  /** A side brings them, or both have them, and the merge has them not. */
  readonly missing: readonly string[];
  /** A side took them away, and the merge has them. */
  readonly kept: readonly string[];
  /** They use files that are in conflict: nothing can be said until that is settled. */
  readonly unsettled: readonly string[];
  /** They do not resolve on some side, so that there is nothing to hold the merge against. */
  readonly notCompared: readonly string[];
}

/** What merging two sides does to resolved values that neither side did. */
export interface MergeComparison {
  readonly ends: FourWay<ComparisonEnd>;
  readonly base: MergeBase;
  /** Surprises first, then by path and first node. */
  readonly values: readonly FoldedMergedValue[];
  readonly nodes: MergedNodes;
  readonly lookedAt: { readonly nodes: number; readonly resolvedAgain: number; readonly files: number };
}

/** Whether a merged value is one that somebody should look at. */
export function isSurprise({ kind }: Pick<MergedValue, "kind">): boolean {
  return kind !== "joined" && kind !== "new-node";
}
