import type { NodeOutcome } from "../../model/inventory/resolved.ts";
import { resolveWalked, type WalkedNode } from "../../resolve/node.ts";
import { differingPart, stepsWith } from "../../resolve/parts/part.ts";
import { nodeOutcome } from "../load/outcome.ts";
import type { Outcome } from "./side.ts";

/** The walks of a node in both states; undefined where a state cannot be read. */
export interface ComparedWalks {
  readonly old: WalkedNode | undefined;
  readonly now: WalkedNode | undefined;
}

/** What became of a node in both states. */
export interface ComparedOutcomes {
  readonly old: Outcome;
  readonly now: Outcome;
}

/**
 * Resolves both states of a node as far as they can differ: the values of other parameters are left out. Undefined where
 * that is not known, or the node has a fault. What is left out is the same in both states, so that it is sound in one of
 * them if it is in the other: `isSound` says whether an earlier comparison has shown it.
 */
export function partOutcomes(
  { old, now }: ComparedWalks,
  isSound: (name: string) => boolean,
): ComparedOutcomes | undefined {
  if (old === undefined || now === undefined) return undefined;
  const part = differingPart(old, now);
  if (part === undefined) return undefined;
  const isFine = isSound(now.definition.name) || isFaultless(resolveWalked(old), old);
  if (!isFine) return undefined;
  const [before, after] = [old, now].map((walked) => {
    const { inventory, definition } = walked;
    const outcome = nodeOutcome(inventory, definition.name, { walked, merged: stepsWith(walked, part) });
    return isFaultless(outcome, walked) ? outcome : undefined;
  });
  return before && after && { old: before, now: after };
}

/** Whether the walks found nothing. */
export function isClean({ old, now }: ComparedWalks): boolean {
  return [old, now].every((walked) => walked?.ancestry.diagnostics.length === 0);
}

type FoundValues = Pick<NodeOutcome, "node" | "conflicts"> & { readonly diagnostics: readonly unknown[] };

/** Whether merging the layers of a node finds nothing. */
function isFaultless({ node, conflicts, diagnostics }: FoundValues, { ancestry }: WalkedNode): boolean {
  return node !== undefined && conflicts.length === 0 && diagnostics.length === ancestry.diagnostics.length;
}
