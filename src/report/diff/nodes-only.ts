import { compareText } from "../../base/text-order.ts";
import { type Comparison, differingNodes } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";

/** `--nodes-only`: names of all nodes that are not the same on both sides, sorted. Not yet safe to show. */
export function differingNodeNames(comparison: Masked<Comparison>): readonly string[] {
  return [...differingNodes(comparison)].sort(compareText);
}
