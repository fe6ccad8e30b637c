import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Rename } from "../../model/results/comparison.ts";
import type { WalkedNode } from "../../resolve/node.ts";
import type { CompareOptions } from "../workspace.ts";
import { KeptWalks } from "./kept-walks.ts";
import { type ComparedOutcomes, type ComparedWalks, PartOutcomes } from "./part-outcomes.ts";
import { type Between, outcomeOf, walkOf } from "./side.ts";

/** A node of two states: how it was walked, and what became of it. */
export interface ComparedNode {
  readonly walks: ComparedWalks;
  readonly outcomes: ComparedOutcomes;
  /** Whether values that are the same in both states are left out. */
  readonly isPart: boolean;
}

/** Finds what becomes of nodes in both of two states: as far as they can differ, or as a whole. */
export class NodeOutcomes {
  private readonly parts = new PartOutcomes();
  private readonly keptWalks: KeptWalks;
  private readonly between: Between;
  private readonly options: CompareOptions;

  constructor(between: Between, options: CompareOptions) {
    this.between = between;
    this.options = options;
    this.keptWalks = new KeptWalks(between);
  }

  /** A node that may have another name in the later state. `isSound`: whether a node is known to resolve without a fault. */
  of({ from, to }: Rename, isSound: (name: string) => boolean): ComparedNode {
    const { before, after } = this.between;
    const old = walkOf(before, from);
    const canBePart = from === to && this.canBePart;
    const likely = canBePart ? old && this.keptWalks.later(old) : undefined;
    const known = likely && this.parts.known({ old, now: likely }, isSound);
    if (known !== undefined) return { walks: { old, now: likely }, outcomes: known, isPart: true };
    const walks = { old, now: walkOf(after, to) };
    const part = canBePart ? this.parts.outcomes(walks, isSound) : undefined;
    return { walks, outcomes: part ?? this.whole({ from, to }, walks), isPart: part !== undefined };
  }

  private whole({ from, to }: Rename, walks: ComparedWalks): ComparedOutcomes {
    const { before, after } = this.between;
    const { resolved } = this.options;
    const how = (walked: WalkedNode | undefined) => ({
      ...(resolved && { keep: resolved }),
      ...(walked && { walked }),
    });
    return { old: outcomeOf(before, from, how(walks.old)), now: outcomeOf(after, to, how(walks.now)) };
  }

  /** Whether the values that can differ are all that is asked for. */
  private get canBePart(): boolean {
    const { moved, at, as, resolved } = this.options;
    if (moved === true || at !== undefined || as !== undefined || resolved !== undefined) return false;
    return [this.between.before, this.between.after].every(({ inventory }) => !hasPolicies(inventory));
  }
}

function hasPolicies(inventory: Inventory): boolean {
  const { techniques, directives, rules } = inventory.policies();
  return techniques.size + directives.size + rules.size > 0;
}
