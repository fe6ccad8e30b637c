import { compareText } from "../../base/text-order.ts";
import { type Comparison, differingNodes } from "../../model/results/comparison.ts";

/** `--nodes-only`: names of all nodes that are not the same on both sides, sorted. Not yet safe to show. */
export function differingNodeNames(comparison: Comparison): readonly string[] {
  return [...differingNodes(comparison)].sort(compareText);
}
