import { Recent } from "../../base/recent.ts";
import { sameNames } from "../../model/inventory/mention.ts";
import type { NodeOutcome, ResolvedNode, Step } from "../../model/inventory/resolved.ts";
import { nodeOfWalk, resolveWalked, type WalkedNode } from "../../resolve/node.ts";
import { type DifferingPart, DifferingParts, stepsWith } from "../../resolve/parts/part.ts";
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
  /** What it has in common with others. */
  readonly alike?: AlikeNodes;
}

type Values = Pick<ResolvedNode, "parameters" | "exports">;

/** The values that can differ, of all nodes that have the same layers of them in both states. */
export interface AlikeNodes {
  readonly old: Values;
  readonly now: Values;
}

/** So many kinds of such nodes are kept. */
const MOST_ALIKE = 500;

/** Resolves nodes of two states as far as they can differ. */
export class PartOutcomes {
  private readonly parts = new DifferingParts();
  private readonly alike = new Recent<AlikeNodes>(MOST_ALIKE);

  /**
   * Both states of a node with the values that another node has in both; undefined if none is alike, or the node may have a
   * fault. Places of mentions in the later walk are not read. `isSound` as in {@link outcomes}.
   */
  known(walks: ComparedWalks, isSound: (name: string) => boolean): ComparedOutcomes | undefined {
    const found = this.found(walks);
    const alike = found && this.alike.get(found.part.key);
    if (found === undefined || alike === undefined || !found.canBeAlike || !isFine(found, isSound)) return undefined;
    const { old, now } = found;
    return { old: outcomeWith(old, alike.old), now: outcomeWith(now, alike.now), alike };
  }

  /**
   * Both states of a node without the values of other parameters. Undefined where it is not known which can differ, or the
   * node has a fault. What is left out is the same in both states, so that it is sound in one of them if it is in the other:
   * `isSound` says whether an earlier comparison has shown it.
   */
  outcomes(walks: ComparedWalks, isSound: (name: string) => boolean): ComparedOutcomes | undefined {
    const found = this.found(walks);
    if (found === undefined || !isFine(found, isSound)) return undefined;
    const { part, canBeAlike } = found;
    const [was, is] = [found.old, found.now].map((walked) => faultless(walked, stepsWith(walked, part.paths)));
    if (was?.node === undefined || is?.node === undefined) return undefined;
    if (!canBeAlike) return { old: was, now: is };
    const alike = { old: valuesOf(was.node), now: valuesOf(is.node) };
    this.alike.set(part.key, alike);
    return { old: was, now: is, alike };
  }

  private found({ old, now }: ComparedWalks): FoundPart | undefined {
    const part = old && now && this.parts.of(old, now);
    if (old === undefined || now === undefined || part === undefined) return undefined;
    return { old, now, part, canBeAlike: isCleanPair(old, now) && haveSameNames(old, now) };
  }
}

/** What can differ of a node. */
interface FoundPart {
  readonly old: WalkedNode;
  readonly now: WalkedNode;
  readonly part: DifferingPart;
  /** Whether nothing but values can differ. */
  readonly canBeAlike: boolean;
}

function isFine({ old }: FoundPart, isSound: (name: string) => boolean): boolean {
  return isSound(old.definition.name) || isFaultless(resolveWalked(old), old);
}

/** Whether the walks found nothing. */
export function isClean({ old, now }: ComparedWalks): boolean {
  return old !== undefined && now !== undefined && isCleanPair(old, now);
}

function isCleanPair(old: WalkedNode, now: WalkedNode): boolean {
  return old.ancestry.diagnostics.length + now.ancestry.diagnostics.length === 0;
}

/** Whether nothing of a node but its values can differ: not its names, nor what it says itself. */
function haveSameNames(old: WalkedNode, now: WalkedNode): boolean {
  if (old.definition !== now.definition) return false;
  const [one, other] = [old.ancestry, now.ancestry];
  return (
    sameNames(one.classes, other.classes) &&
    sameNames(one.applications, other.applications) &&
    one.steps.length === other.steps.length &&
    one.steps.every(({ layer, name }, at) => layer === other.steps[at]?.layer && name === other.steps[at].name)
  );
}

function outcomeWith(walked: WalkedNode, values: Values): Outcome {
  return { node: nodeOfWalk(walked, values), reads: walked.ancestry.reads, diagnostics: [] };
}

function valuesOf({ parameters, exports }: ResolvedNode): Values {
  return { parameters, exports };
}

function faultless(walked: WalkedNode, merged: readonly Step[]): Outcome | undefined {
  const { inventory, definition } = walked;
  const outcome = nodeOutcome(inventory, definition.name, { walked, merged });
  return isFaultless(outcome, walked) ? outcome : undefined;
}

type FoundValues = Pick<NodeOutcome, "node" | "conflicts"> & { readonly diagnostics: readonly unknown[] };

/** Whether merging the layers of a node finds nothing. */
function isFaultless({ node, conflicts, diagnostics }: FoundValues, { ancestry }: WalkedNode): boolean {
  return node !== undefined && conflicts.length === 0 && diagnostics.length === ancestry.diagnostics.length;
}
