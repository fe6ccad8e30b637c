import { keptAt } from "../../base/remembered.ts";
import { compareText } from "../../base/text-order.ts";
import type { Contracts, ValueContract } from "../../model/contracts/contract.ts";
import type { FoundOnNodes } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { NodeOutcome, Step } from "../../model/inventory/resolved.ts";
import type { ContractSetter, ContractSetters, ListedContract } from "../../model/results/contracts.ts";
import { contractsOf, resolvedNames } from "../../resolve/contracts/node-contracts.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { namesOfWalked, walkNode } from "../../resolve/node.ts";
import { valuesOnPath } from "./path-values.ts";
import { foundContract } from "./rules.ts";
import { writtenPaths } from "./written-paths.ts";

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
  const paths = writtenPaths(contracts, inventory.settings);
  const found = new Map<ValueContract["path"], Map<string, ContractSetter>>();
  for (const name of inventory.nodeNames) {
    for (const step of walkNode(inventory, name).ancestry.steps) {
      const { layer, name: of } = step;
      if (layer === "automatic") continue;
      for (const { contract, isBroughtIn } of paths.in(step)) {
        if (isBroughtIn) continue;
        const known = keptAt(found, contract.path, () => new Map<string, ContractSetter>());
        known.set(`${layer} ${of}`, { layer, name: of });
      }
    }
  }
  return new Map([...found].map(([path, setters]) => [path, [...setters.values()].toSorted(byStrength)]));
}

const STRENGTH: readonly Step["layer"][] = ["default", "global", "automatic", "group", "class", "node"];

function byStrength(one: ContractSetter, other: ContractSetter): number {
  return STRENGTH.indexOf(one.layer) - STRENGTH.indexOf(other.layer) || compareText(one.name, other.name);
}

/**
 * Finds contracts that hold for no node, and those whose path no node has. Reports nothing while some node does not
 * resolve, as it could have them. Never fails.
 */
export class UnusedContracts {
  private readonly inventory: Inventory;
  private readonly contracts: Contracts;
  /** The ids of files that hold for some node. */
  private readonly holding = new Set<string>();
  /** Contracts whose path was not found yet. */
  private readonly waiting: Set<ValueContract>;
  private isSure = true;

  constructor(inventory: Inventory, contracts: Contracts) {
    this.inventory = inventory;
    this.contracts = contracts;
    // A required path that is missing is a finding already; a default is for values that nobody says.
    const judged = contracts.values.filter(({ required, path, fallback }) => {
      return fallback === undefined && (!required || path.keys.some(({ kind }) => kind !== "key"));
    });
    this.waiting = new Set(judged);
  }

  /** Call it for every node. */
  visit({ node }: NodeOutcome): void {
    if (node === undefined) {
      this.isSure = false;
      return;
    }
    const { files, values } = contractsOf(this.contracts, resolvedNames(node));
    for (const { id } of files) this.holding.add(id);
    const data = new NodeData(this.inventory, { node });
    for (const contract of values) {
      if (this.waiting.has(contract) && valuesOnPath(data, contract.path).length > 0) this.waiting.delete(contract);
    }
  }

  findings(): Iterable<FoundOnNodes> {
    if (!this.isSure) return [];
    const idle = this.contracts.files.filter(({ id, root }) => root !== undefined && !this.holding.has(id));
    const ofFiles = idle.flatMap(({ id, targets: [target] }) => {
      if (target === undefined) return [];
      const { origin } = target;
      const message = `contract ${id} holds for no node`;
      const found = finding("contract-unused", origin, message, { hint: "change the target, or delete the contract" });
      return [{ ...found, contract: { id, span: origin } }];
    });
    const ofPaths = [...this.waiting].flatMap((contract) => {
      if (!this.holding.has(contract.of.id)) return [];
      const { path } = contract;
      const message = `no node has a value at ${path.text}`;
      const found = finding("contract-unused", path.origin, message, {
        hint: "correct the path, or delete the contract",
      });
      return [{ ...found, contract: foundContract(contract) }];
    });
    return [...ofFiles, ...ofPaths].map((diagnostic) => ({ diagnostic, nodes: [] }));
  }
}
