import { keptAt } from "../../base/made-once.ts";
import { compareText } from "../../base/text-order.ts";
import type { ContractFile, Contracts, ValueContract } from "../../model/contracts/contract.ts";
import { type Diagnostic, type FoundOnNodes, finding } from "../../model/findings/diagnostic.ts";
import type { Inventory, NodeOutcome, Step } from "../../model/inventory/inventory.ts";
import type { ContractSetter, ContractSetters, ListedContract } from "../../model/results/explanation.ts";
import { contractsOf, resolvedNames } from "../../resolve/contracts/node-contracts.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { namesOfWalked, walkNode } from "../../resolve/node.ts";
import { valuesOnPath } from "./path-values.ts";
import { foundContract } from "./rules.ts";
import { writtenPaths } from "./written-paths.ts";

/** Contracts in file order, or those that hold for one node, resolved or not. Throws HeirError for an unknown node. */
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
export function unusedContracts(inventory: Inventory, contracts: Contracts) {
  /** The ids of files that hold for some node. */
  const holding = new Set<string>();
  // A required path that is missing is a finding already; a default is for values that nobody says.
  const judged = contracts.values.filter(({ required, path, fallback }) => {
    return fallback === undefined && (!required || path.keys.some(({ kind }) => kind !== "key"));
  });
  /** Contracts whose path was not found yet. */
  const waiting = new Set(judged);
  let isSure = true;
  return {
    /** Call it for every node. */
    visit({ node }: NodeOutcome): void {
      if (node === undefined) {
        isSure = false;
        return;
      }
      const { files, values } = contractsOf(contracts, resolvedNames(node));
      for (const { id } of files) holding.add(id);
      const data = new NodeData(inventory, { node });
      for (const contract of values) {
        if (waiting.has(contract) && valuesOnPath(data, contract.path).length > 0) waiting.delete(contract);
      }
    },
    findings(): Iterable<FoundOnNodes> {
      if (!isSure) return [];
      const idle = contracts.files.filter(({ id, root }) => root !== undefined && !holding.has(id));
      const unmet = [...waiting].filter(({ of }) => holding.has(of.id));
      return [...idle.flatMap(idleFile), ...unmet.map(idlePath)].map((diagnostic) => ({ diagnostic, nodes: [] }));
    },
  };
}

function idleFile({ id, targets: [target] }: ContractFile): readonly Diagnostic[] {
  if (target === undefined) return [];
  const { origin } = target;
  const hint = "change the target, or delete the contract";
  const found = finding("contract-unused", origin, `contract ${id} holds for no node`, { hint });
  return [{ ...found, contract: { id, span: origin } }];
}

function idlePath(contract: ValueContract): Diagnostic {
  const { origin, text } = contract.path;
  const hint = "correct the path, or delete the contract";
  const found = finding("contract-unused", origin, `no node has a value at ${text}`, { hint });
  return { ...found, contract: foundContract(contract) };
}
