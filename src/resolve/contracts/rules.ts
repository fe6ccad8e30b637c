import type { Contracts } from "../../model/contracts/contract.ts";
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
  const known = bySet.get(set);
  if (known !== undefined) return known;
  const values = set.values.filter(changesValues);
  if (values.length === 0) return undefined;
  const rules = new ValueRules(new StateSet(values).start);
  bySet.set(set, rules);
  return rules;
}

/** As {@link rulesOf}, for a resolved node. */
export function rulesOfNode(inventory: Inventory, node: ResolvedNode): ValueRules | undefined {
  return rulesOf(inventory, () => resolvedNames(node));
}

/** What contracts may change about the values of any node. */
export function possibleRules({ contracts }: Pick<Inventory, "contracts">): ValueRules | undefined {
  if (contracts === undefined || !isChanging(contracts)) return undefined;
  const known = possible.get(contracts) ?? new ValueRules(new StateSet(contracts.values.filter(changesValues)).start);
  possible.set(contracts, known);
  return known;
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

/** Whether a contract changes values, not only judges them. */
function changesValues({ merge, fallback }: Contracts["values"][number]): boolean {
  return merge !== undefined || fallback !== undefined;
}

function isChanging(contracts: Contracts): boolean {
  const known = changing.get(contracts) ?? contracts.values.some(changesValues);
  changing.set(contracts, known);
  return known;
}
