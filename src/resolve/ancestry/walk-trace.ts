import type { ClassMention, Definition, NameMention } from "../../model/inventory/definition.ts";
import type { Step } from "../../model/inventory/resolved.ts";
import type { Chain } from "./walk-faults.ts";

/** Remembers how one walk came to what it found. */
export class WalkTrace implements WalkObserver {
  /** The mentions that lead to a class, by its step; outermost first, the class itself last. */
  readonly chains: Map<Step, Chain> = new Map();
  readonly passedOver: PassedMention[] = [];
  readonly removals: Removal[] = [];
  readonly gathered: GatheredApplications[] = [];

  begins(): void {
    this.chains.clear();
    for (const list of [this.passedOver, this.removals, this.gathered]) list.length = 0;
  }

  placed(step: Step, chain: Chain): void {
    this.chains.set(step, chain);
  }

  passed(chain: Chain, why: PassedMention["why"]): void {
    this.passedOver.push({ chain, why });
  }

  removes(removal: NameMention, earlier: readonly ClassMention[]): void {
    this.removals.push({ removal, earlier: [...earlier] });
  }

  applications(definition: Definition, inherited: readonly NameMention[]): void {
    this.gathered.push({ definition, inherited });
  }
}

/** A mention that did nothing, at the end of its chain. */
export interface PassedMention {
  readonly chain: Chain;
  readonly why: "placed" | "removed";
}

interface Removal {
  readonly removal: NameMention;
  readonly earlier: readonly ClassMention[];
}

/** A definition with applications of its own, and what its classes gave it. */
interface GatheredApplications {
  readonly definition: Definition;
  readonly inherited: readonly NameMention[];
}

/** Sees how a walk comes to what it finds; only what explains a node has one. */
export interface WalkObserver {
  /** A walk begins; discard the events of an earlier one, since a removal made it invalid. */
  begins(): void;
  /** A class has got its place; the chain ends with it. */
  placed(step: Step, chain: Chain): void;
  /** A mention without effect, at the end of the chain: its class has its place already, or a removal took the mention. */
  passed(chain: Chain, why: "placed" | "removed"): void;
  /** A removal, and the mentions before it that it takes away. */
  removes(removal: NameMention, earlier: readonly ClassMention[]): void;
  /** A definition's own applications are laid over those that its classes gave it. */
  applications(definition: Definition, inherited: readonly NameMention[]): void;
}
