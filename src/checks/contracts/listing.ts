import { compareText } from "../../base/text-order.ts";
import type { ValueContract } from "../../model/contracts/contract.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Step } from "../../model/inventory/resolved.ts";
import type { ContractSetter, ContractSetters, ListedContract } from "../../model/results/contracts.ts";
import { contractsOf } from "../../resolve/contracts/holding.ts";
import { namesOfWalked, walkNode } from "../../resolve/node.ts";
import { WrittenPaths } from "./written-paths.ts";

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

/** The layers of any node that set the path of each contract, weakest first; without those that only a reference brings in. */
export function contractSetters(inventory: Inventory, contracts: readonly ValueContract[]): ContractSetters {
  const paths = new WrittenPaths(contracts, inventory.settings);
  const found = new Map<ValueContract["path"], Map<string, ContractSetter>>();
  for (const name of inventory.nodeNames) {
    for (const step of walkNode(inventory, name).ancestry.steps) {
      const { layer, name: of } = step;
      if (layer === "automatic") continue;
      for (const { contract, isBroughtIn } of paths.in(step)) {
        if (isBroughtIn) continue;
        const known = found.get(contract.path) ?? new Map<string, ContractSetter>();
        found.set(contract.path, known.set(`${layer} ${of}`, { layer, name: of }));
      }
    }
  }
  return new Map([...found].map(([path, setters]) => [path, [...setters.values()].toSorted(byStrength)]));
}

const STRENGTH: readonly Step["layer"][] = ["default", "global", "automatic", "group", "class", "node"];

function byStrength(one: ContractSetter, other: ContractSetter): number {
  return STRENGTH.indexOf(one.layer) - STRENGTH.indexOf(other.layer) || compareText(one.name, other.name);
}
