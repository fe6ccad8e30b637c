import { madeOnce } from "../../base/made-once.ts";
import { grouped } from "../../base/text-order.ts";
import type { ContractFile, ContractRule, Contracts, ValueContract } from "../../model/contracts/contract.ts";
import { changesValues } from "../../model/contracts/contract.ts";
import { StateSet } from "../../model/contracts/path-state.ts";
import type { FoundKey } from "../../model/contracts/value-test.ts";
import { factPath } from "../../model/inventory/group.ts";
import type { Inventory, ResolvedNode } from "../../model/inventory/inventory.ts";
import { type Atom, holds } from "../../model/selector/selector.ts";
import { isSection, type NodeSection, type ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { kept, keptByText } from "../../speed/kept.ts";
import { factsAt, factText } from "../groups/match.ts";
import { type ValueRules, valueRules } from "./value-rules.ts";

/** The contracts that hold for some nodes, which all have the same. */
export interface ContractSet {
  readonly files: readonly ContractFile[];
  readonly values: readonly ValueContract[];
  /** The contracts about each section that some are about. */
  readonly paths: ReadonlyMap<NodeSection, StateSet<ValueContract>>;
  readonly rules: readonly ContractRule[];
}

/** What of a node decides which contracts hold for it: rule K2 of docs/concepts/contracts.md. */
export interface NodeNames {
  readonly name: string;
  readonly classes: readonly string[];
  readonly groups: readonly string[];
  /** What it says itself; undefined if it says nothing of facts. */
  readonly facts: Value | undefined;
}

/** The names of a node that was walked: its classes are those of its layers, listed when they are asked for. */
export function walkedNames({ definition, steps, groups }: WalkedNames): NodeNames {
  const classes = madeOnce(() => steps.flatMap(({ layer, name }) => (layer === "class" ? [name] : [])));
  return {
    name: definition.name,
    groups,
    facts: definition.own?.facts,
    get classes() {
      return classes();
    },
  };
}

/** As {@link walkedNames}, for a resolved node. */
export function resolvedNames({ definition, steps, groups }: ResolvedNode): NodeNames {
  return walkedNames({ definition, steps, groups: groups.map((group) => group.name) });
}

interface WalkedNames extends Pick<ResolvedNode, "definition" | "steps"> {
  /** Their ids. */
  readonly groups: readonly string[];
}

/** Whether one condition of a selector holds for a node; undefined for one on its values. */
export function atomHolds({ of, name, fits, asked: { value, isNot } }: Atom, node: NodeNames): boolean | undefined {
  switch (of) {
    case "all":
      return true;
    case "node":
      return fits(node.name);
    case "class":
      return node.classes.some(fits);
    case "group":
      return node.groups.some(fits);
    case "fact": {
      const found = node.facts === undefined ? [] : factsAt(node.facts, factPath(name) ?? []);
      return found.some((each) => value === undefined || value.fits(factText(each)) !== isNot);
    }
    case "has":
      return undefined;
  }
}

/** The contracts that hold for a node. Nodes with the same contracts get the same set. */
export function contractsOf(contracts: Contracts, node: NodeNames): ContractSet {
  const files = contracts.files.filter(({ targets }) =>
    targets.some(({ selector }) => holds(selector, (atom) => atomHolds(atom, node))),
  );
  return setOf(contracts, files.map(({ id }) => id).join("\0"), files);
}

const setOf = keptByText("shared", (contracts: Contracts, _ids, files: readonly ContractFile[]): ContractSet => {
  const holding = new Set(files);
  const values = contracts.values.filter(({ of }) => holding.has(of));
  const rules = contracts.rules.filter(({ of }) => holding.has(of));
  const sections = grouped(values, ({ path }) => path.section);
  return { files, values, paths: new Map([...sections].map(([section, all]) => [section, new StateSet(all)])), rules };
});

/**
 * The contracts whose path matches the value at `path`, in the order of their files: rule K32 of
 * docs/concepts/contracts.md. `whole` is the section of the path on the node; without it every key is one of a mapping.
 */
export function contractsAt(
  { paths }: Pick<ContractSet, "paths">,
  [section, ...keys]: ParameterPath,
  whole: Value | undefined,
): readonly ValueContract[] {
  const start = isSection(section) ? paths.get(section)?.start : undefined;
  if (start === undefined) return [];
  let [state, value] = [start, whole];
  for (const key of keys) {
    state = state.next(foundKey(key, value));
    value = value && valueAt(value, [key]);
  }
  return state.ending;
}

function foundKey(key: string, parent: Value | undefined): FoundKey {
  return parent?.kind === "list" || parent?.kind === "set" ? Number(key) : key;
}

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
