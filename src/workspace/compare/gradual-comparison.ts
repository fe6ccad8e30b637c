import type { Comparison } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";

/** A comparison that goes on node by node, and can be looked at in between. The two states must not change meanwhile. */
export interface GradualComparison {
  /** Nodes that were compared. */
  readonly done: number;
  readonly total: number;
  /** Compares nodes for so many milliseconds, at least one; whether none is left. */
  more(milliseconds: number): Promise<boolean>;
  /** What the nodes so far show, at the end the same as of a comparison in one go. */
  soFar(): Masked<Comparison>;
}
