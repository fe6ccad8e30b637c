import type { ValueContract } from "../../model/contracts/contract.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ListedContract } from "../../model/results/contracts.ts";
import { contractsOf } from "../../resolve/contracts/holding.ts";
import { namesOfWalked, walkNode } from "../../resolve/node.ts";

/**
 * The contracts of an inventory in the order of their files, or those that hold for one node. A node need not resolve: only its
 * layers and groups are read. Throws HeirError for an unknown node.
 */
export function listedContracts(inventory: Inventory, node?: string): readonly ListedContract[] {
  const { contracts, nodeNames } = inventory;
  if (contracts === undefined) return [];
  const holding = (name: string) => contractsOf(contracts, namesOfWalked(walkNode(inventory, name))).values;
  const counts = new Map<ValueContract, number>();
  for (const name of nodeNames) for (const each of holding(name)) counts.set(each, (counts.get(each) ?? 0) + 1);
  const chosen = node === undefined ? contracts.values : holding(node);
  return chosen.map((contract) => ({ contract, nodes: counts.get(contract) ?? 0 }));
}
