import type { Step } from "../inventory/inventory.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Span, Value } from "../values/value.ts";
import type { FailingNode, LookedAt } from "./comparison.ts";
import type { ComparisonEnd } from "./printed-parts.ts";

export interface FourWay<Of> {
  readonly base: Of;
  readonly ours: Of;
  readonly theirs: Of;
  readonly merged: Of;
}

export type MergeSide = "ours" | "theirs";

/**
 * The result of a merge for one value; the first three are semantic conflicts:
 * - `neither`: the merged value is on neither side;
 * - `ours-lost`, `theirs-lost`: this side changed the value, and the merged one is the other side's;
 * - `joined`: it only combines the changes of both: a list with the items that each added, or a text whose references
 *   merged as expected;
 * - `new-node`: the node is new on one side, and the other side changed a layer of it.
 */
export type MergeKind = "neither" | "ours-lost" | "theirs-lost" | "joined" | "new-node";

/** A value of one node in all four states; undefined in a state without one. */
export interface MergedValue {
  readonly kind: MergeKind;
  readonly path: ParameterPath;
  readonly values: FourWay<Value | undefined>;
}

/** A change of one side that is part of the merged value. */
export interface MergePart {
  /** A layer sets, unsets or changes the value; a class is added, removed or moved in the order. */
  readonly edit: "sets" | "unsets" | "changes" | "brings" | "drops" | "moves";
  readonly layer: Pick<Step, "layer" | "name">;
  /** Where it is written; for a removal, where it was. */
  readonly span: Span;
}

/** A merged value and all nodes that have it. Places and parts are those of the first node. */
export interface FoldedMergedValue extends MergedValue {
  readonly nodes: readonly string[];
  readonly parts: Readonly<Record<MergeSide, readonly MergePart[]>>;
}

/** The name of the state from which both sides began; see `mergeBaseState`. */
export type MergeBase = "commit" | "merged" | "first" | "none";

/** Nodes that a merge changes as neither side did. Every list is sorted by name. */
export interface MergedNodes {
  /** They resolve on each side that has them, but not in the merge. */
  readonly failing: readonly FailingNode[];
  /** A side adds them, or both have them, but the merge does not. */
  readonly missing: readonly string[];
  /** A side removed them, but the merge has them. */
  readonly kept: readonly string[];
  /** They use files in conflict, so they cannot be judged until the conflict is resolved. */
  readonly unsettled: readonly string[];
  /** They fail to resolve on a side, so there is nothing to compare the merge with. */
  readonly notCompared: readonly string[];
}

/** The changes of resolved values that a merge makes and neither side made. */
export interface MergeComparison {
  readonly ends: FourWay<ComparisonEnd>;
  readonly base: MergeBase;
  /** Semantic conflicts first, then by path and first node. */
  readonly values: readonly FoldedMergedValue[];
  readonly nodes: MergedNodes;
  readonly lookedAt: Omit<LookedAt, "files"> & { readonly files: number };
}

export function isSemanticConflict({ kind }: Pick<MergedValue, "kind">): boolean {
  return kind !== "joined" && kind !== "new-node";
}
