import type { Definition } from "../../model/inventory/definition.ts";
import type { ClassMention, NameMention } from "../../model/inventory/mention.ts";
import type { Step } from "../../model/inventory/resolved.ts";
import type { Chain } from "./walk-faults.ts";

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
