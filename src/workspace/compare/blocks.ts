import { blocksOf } from "../../compare/blocks/blocks.ts";
import type { Comparison, ReviewedComparison } from "../../model/results/comparison.ts";
import { derived } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";

/** A comparison with its blocks, made of what it has: changes that were left out of it are in none. */
export function withBlocks(comparison: Masked<Comparison>): Masked<ReviewedComparison> {
  return derived(comparison, (whole) => ({ ...whole, blocks: blocksOf(whole) }));
}
