import { keptAt } from "../../base/remembered.ts";
import { type Contracts, changesValues } from "../../model/contracts/contract.ts";
import { StateSet } from "../../model/contracts/path-state.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import { ValueRules } from "../merge/value-rules.ts";
import { type ContractSet, contractsOf, type NodeNames, resolvedNames } from "./holding.ts";

const bySet = new WeakMap<ContractSet, ValueRules>();
const possible = new WeakMap<Contracts, ValueRules>();
const changing = new WeakMap<Contracts, boolean>();

/** What contracts change about the values of a node; undefined where they change nothing. Nodes share it. */
export function rulesOf({ contracts }: Pick<Inventory, "contracts">, names: () => NodeNames): ValueRules | undefined {
  if (contracts === undefined || !isChanging(contracts)) return undefined;
  const set = contractsOf(contracts, names());
  if (!set.values.some(changesValues)) return undefined;
  return keptAt(bySet, set, () => new ValueRules(new StateSet(set.values.filter(changesValues)).start));
}

/** As {@link rulesOf}, for a resolved node. */
export function rulesOfNode(inventory: Inventory, node: ResolvedNode): ValueRules | undefined {
  return rulesOf(inventory, () => resolvedNames(node));
}

/** What contracts may change about the values of any node. */
export function possibleRules({ contracts }: Pick<Inventory, "contracts">): ValueRules | undefined {
  if (contracts === undefined || !isChanging(contracts)) return undefined;
  return keptAt(possible, contracts, () => new ValueRules(new StateSet(contracts.values.filter(changesValues)).start));
}

/** The contracts that change values of a node, as text that is equal if these and their content are. */
export function contractsRead({ contracts }: Pick<Inventory, "contracts">, names: NodeNames): string {
  if (contracts === undefined || !isChanging(contracts)) return "";
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

function isChanging(contracts: Contracts): boolean {
  return keptAt(changing, contracts, () => contracts.values.some(changesValues));
}
