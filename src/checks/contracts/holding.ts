import type {
  ContractFile,
  ContractRule,
  Contracts,
  ContractTarget,
  ValueContract,
} from "../../model/contracts/contract.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import { StateSet } from "./path-state.ts";

/** The contracts that hold for some nodes, which all have the same. */
export interface ContractSet {
  readonly values: readonly ValueContract[];
  readonly paths: StateSet<ValueContract>;
  readonly rules: readonly ContractRule[];
}

/** What of a node decides which contracts hold for it: rule K2 of docs/concepts/contracts.md. */
export interface NodeNames {
  readonly name: string;
  readonly classes: readonly string[];
  readonly groups: readonly string[];
}

/** The names of a resolved node: its classes are those of its layers. */
export function namesOf({ name, steps, groups }: Pick<ResolvedNode, "name" | "steps" | "groups">): NodeNames {
  const classes = steps.flatMap((step) => (step.layer === "class" ? [step.name] : []));
  return { name, classes, groups: groups.map((group) => group.name) };
}

/** Whether the contracts of a file hold for a node. */
function holdsFor({ targets }: Pick<ContractFile, "targets">, node: NodeNames): boolean {
  return targets.some((target) => isTarget(target, node));
}

function isTarget(target: ContractTarget, { name, classes, groups }: NodeNames): boolean {
  switch (target.kind) {
    case "all":
      return true;
    case "node":
      return target.fits(name);
    case "class":
      return classes.some(target.fits);
    case "group":
      return groups.includes(target.id);
  }
}

/** Finds the contracts of nodes. Nodes with the same contracts get the same set. */
export class ContractSets {
  private readonly contracts: Contracts;
  private readonly sets = new Map<string, ContractSet>();

  constructor(contracts: Contracts) {
    this.contracts = contracts;
  }

  of(node: NodeNames): ContractSet {
    const files = this.contracts.files.filter((file) => holdsFor(file, node));
    const key = files.map(({ id }) => id).join("\0");
    const known = this.sets.get(key);
    if (known !== undefined) return known;
    const holding = new Set(files);
    const values = this.contracts.values.filter(({ of }) => holding.has(of));
    const rules = this.contracts.rules.filter(({ of }) => holding.has(of));
    const set: ContractSet = { values, paths: new StateSet(values), rules };
    this.sets.set(key, set);
    return set;
  }
}
