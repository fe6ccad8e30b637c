import type { FoundOnNodes } from "../../model/findings/diagnostic.ts";
import type { Inventory, NodeOutcome } from "../../model/inventory/inventory.ts";
import { unusedContracts } from "../contracts/listing.ts";
import { unusedClasses } from "./classes.ts";
import { DeadValues } from "./dead-values.ts";
import { RepeatedValues } from "./repeated-values.ts";

/** Takes every node once, and then has findings with their nodes. */
export interface UnusedSearch {
  visit(outcome: NodeOutcome): void;
  /** Whether `confirm` has to be called for every node. Call it after the last `visit`. */
  hasDoubts?(): boolean;
  confirm?(name: string): void;
  findings(): Iterable<FoundOnNodes>;
}

/** The searches for classes, values and contracts that no node needs, by the code of their findings. */
export const unusedSearches: Readonly<Record<string, (inventory: Inventory) => UnusedSearch | undefined>> = {
  "class-unused": unusedClasses,
  "contract-unused": (inventory) => inventory.contracts && unusedContracts(inventory, inventory.contracts),
  "value-repeated": (inventory) => new RepeatedValues(inventory),
  "dead-value": (inventory) => new DeadValues(inventory),
};
