import { compareText } from "../../base/text-order.ts";
import { type Comparison, differingNodes } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";

/** `--nodes-only`: the sorted names of all nodes that differ. The caller must still make them safe to show. */
export function differingNodeNames(comparison: Masked<Comparison>): readonly string[] {
  return [...differingNodes(comparison)].sort(compareText);
}
