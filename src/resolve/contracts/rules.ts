import { type Contracts, changesValues } from "../../model/contracts/contract.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import { kept } from "../../speed/kept.ts";
import { type ValueRules, valueRules } from "../merge/value-rules.ts";
import { contractsOf, type NodeNames, resolvedNames } from "./node-contracts.ts";

/** Undefined if none of some contracts changes values. */
const changingRules = kept("shared", ({ values }: Pick<Contracts, "values">): ValueRules | undefined => {
  const changing = values.filter(changesValues);
  return changing.length === 0 ? undefined : valueRules(changing);
});

/** What contracts change about the values of a node; undefined if they change nothing. Nodes share it. */
export function rulesOf({ contracts }: Pick<Inventory, "contracts">, names: () => NodeNames): ValueRules | undefined {
  return contracts && changingRules(contracts) && changingRules(contractsOf(contracts, names()));
}

/** As {@link rulesOf}, for a resolved node. */
export function rulesOfNode(inventory: Inventory, node: ResolvedNode): ValueRules | undefined {
  return rulesOf(inventory, () => resolvedNames(node));
}

/** What contracts may change about the values of any node. */
export function possibleRules({ contracts }: Pick<Inventory, "contracts">): ValueRules | undefined {
  return contracts && changingRules(contracts);
}

/** The contracts that change values of a node, as text that is equal if these and their content are. */
export function contractsRead({ contracts }: Pick<Inventory, "contracts">, names: NodeNames): string {
  if (contracts === undefined || changingRules(contracts) === undefined) return "";
  return filesText(contractsOf(contracts, names).values);
}

/** As {@link contractsRead}, for any node. */
export function allContractsRead({ contracts }: Pick<Inventory, "contracts">): string {
  return contracts === undefined ? "" : filesText(contracts.values);
}

function filesText(values: Contracts["values"]): string {
  const files = new Set(values.filter(changesValues).map(({ of }) => of));
  return [...files].map(({ id, file }) => `${id} ${file.blob}`).join("\n");
}
