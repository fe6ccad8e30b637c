import { NodeExplainer } from "../../inspect/explain/node.ts";
import { type Contracts, changesValues, keysOf, type ValueContract } from "../../model/contracts/contract.ts";
import { atKey, type RuleFact, type TestContext } from "../../model/contracts/value-test.ts";
import { codes } from "../../model/findings/codes.ts";
import type { Diagnostic, FoundOnNodes, Related } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { KeyPattern } from "../../model/values/path-filter.ts";
import { spanKey } from "../../model/values/value.ts";
import { type ContractSet, contractsOf, resolvedNames } from "../../resolve/contracts/node-contracts.ts";
import { isSameDefault, isSameStrategy } from "../../resolve/contracts/value-rules.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import { kept } from "../../speed/kept.ts";
import { lintText } from "../definition.ts";
import {
  type ExpectationOutcome,
  type ExpectationTest,
  expectationOutcomes,
  expectedOfNobody,
} from "./expectations.ts";
import { FleetJudge } from "./fleet.ts";
import { layerFaults } from "./layers.ts";
import { brokenBy, type ContractFault, faultFinding, ruleFacts, ruleFaults } from "./rules.ts";
import { ValueJudge } from "./values.ts";

/** The codes of findings about a value that layers made. */
const LAYERED: ReadonlySet<string> = new Set([
  "contract-type",
  "contract-unknown-key",
  "contract-unique",
  "contract-same",
  "contract-forbids",
]);

/** What contracts find in one node alone, and what rules over nodes need to know of it. */
export interface JudgedNode {
  readonly diagnostics: readonly Diagnostic[];
  readonly facts: readonly RuleFact[];
}

/** Judges the nodes of one inventory by its contracts. A node that does not resolve is judged by expectations only. */
export class ContractJudge {
  private readonly inventory: Inventory;
  private readonly contracts: Contracts;
  private readonly values: ValueJudge;
  /** The rules over nodes. */
  readonly fleet: FleetJudge;
  private readonly expectations: ExpectationTest;

  constructor(inventory: Inventory, contracts: Contracts) {
    const names = new Set(inventory.nodeNames);
    const context: TestContext = { isNode: (name) => names.has(name) };
    this.inventory = inventory;
    this.contracts = contracts;
    this.values = new ValueJudge(context);
    this.expectations = { expectations: contracts.expectations, context, secrets: inventory.secrets };
    this.fleet = new FleetJudge(contracts.rules);
  }

  /** The contracts that one node breaks and the expectations that it does not meet, and its facts. It has no data if it does not resolve. */
  node(name: string, data: NodeData | undefined): JudgedNode {
    const unmet = this.outcomes(name, data).flatMap((outcome) => outcome.unmet ?? []);
    if (data === undefined) return { diagnostics: unmet, facts: [] };
    const set = contractsOf(this.contracts, resolvedNames(data.node));
    const ofValues = [...set.paths].flatMap(([section, { start }]) =>
      atKey(section, this.values.faults(data.section(section), start)),
    );
    const ofLayers = layerFaults(data.node, set.values, this.inventory.settings);
    const faults = clashes(set).concat(ofValues, ofLayers, ruleFaults(data, set.rules));
    const found = faults.map((fault) => faultFinding(fault, this.inventory.secrets));
    return { diagnostics: found.concat(unmet), facts: ruleFacts(data, set.rules, this.inventory.secrets) };
  }

  /** The verdicts on one node; without a name those on expectations that select no node of the inventory. */
  outcomes(name: string | undefined, data?: NodeData): readonly ExpectationOutcome[] {
    if (name !== undefined) return expectationOutcomes(name, data, this.expectations);
    return expectedOfNobody(this.contracts.expectations, this.inventory.nodeNames);
  }

  facts(data: NodeData | undefined): readonly RuleFact[] {
    if (data === undefined) return [];
    const { rules } = contractsOf(this.contracts, resolvedNames(data.node));
    return ruleFacts(data, rules, this.inventory.secrets);
  }

  /** A finding with the other layers that took part in the value, as they are on its first node. */
  withLayers<Of extends FoundOnNodes>(found: Of): Of {
    const { diagnostic, nodes } = found;
    const [name] = nodes;
    if (name === undefined || !LAYERED.has(diagnostic.code)) return found;
    const named = new Set(diagnostic.related.map(({ span }) => spanKey(span)));
    const others = otherLayers(this.inventory, name, diagnostic).filter(({ span }) => !named.has(spanKey(span)));
    return { ...found, diagnostic: { ...diagnostic, related: [...diagnostic.related, ...others] } };
  }

  /** Mistakes in the contracts themselves, expectations of nodes that do not exist, and values in them that YAML 1.1 types unexpectedly. */
  files(): readonly Diagnostic[] {
    const roots = this.contracts.files.flatMap(({ root }) => root ?? []);
    const unmet = this.outcomes(undefined).flatMap((outcome) => outcome.unmet ?? []);
    return [...this.contracts.diagnostics, ...roots.flatMap(lintText), ...unmet];
  }
}

/** The layers besides the one at the place of a finding that took part in its value, on one node. */
function otherLayers(inventory: Inventory, name: string, { span, path = [] }: Diagnostic): readonly Related[] {
  const { contributions } = new NodeExplainer(inventory, name).layersOf(path.map(String));
  return contributions.flatMap(({ step, value: { origin } }) => {
    if (spanKey(origin) === spanKey(span)) return [];
    return [{ span: origin, caption: `${step.layer} ${step.name} says it too` }];
  });
}

/** Contracts of a node that contradict each other: rule K5 of docs/concepts/contracts.md. */
const clashes: (set: ContractSet) => readonly ContractFault[] = kept("shared", ({ values }) => {
  return clashesAmong(values.filter(changesValues));
});

function clashesAmong(values: readonly ValueContract[]): readonly ContractFault[] {
  return values.flatMap((later, at) =>
    values.slice(0, at).flatMap((earlier) => {
      if (earlier.path.section !== later.path.section || !meet(earlier.path.keys, later.path.keys)) return [];
      return [
        ...(differ(earlier.merge, later.merge, isSameStrategy) ? [clash(earlier, later, "merge strategies")] : []),
        ...(differ(earlier.fallback, later.fallback, isSameDefault) ? [clash(earlier, later, "defaults")] : []),
      ];
    }),
  );
}

function differ<T>(one: T | undefined, other: T | undefined, isSame: (one: T, other: T) => boolean): boolean {
  return one !== undefined && other !== undefined && !isSame(one, other);
}

function clash(earlier: ValueContract, later: ValueContract, what: string): ContractFault {
  return {
    code: "contract-clash",
    ...brokenBy(earlier),
    severity: codes["contract-clash"].severity,
    at: keysOf(later.path),
    span: later.path.origin,
    says: (path) => `${path} has two different ${what}; neither has an effect`,
    hint: "keep one of them, or let `for` of the two files name different nodes",
  };
}

/** Whether two paths with patterns can match the same path. */
function meet(one: readonly KeyPattern[], other: readonly KeyPattern[]): boolean {
  const [first, ...rest] = one;
  const [second, ...others] = other;
  if (first?.kind === "any") return meet(rest, other) || (second !== undefined && meet(one, others));
  if (second?.kind === "any") return meet(one, others) || (first !== undefined && meet(rest, other));
  if (first === undefined || second === undefined) return first === second;
  const isMet = first.text === second.text || isMatched(first, second) || isMatched(second, first);
  return isMet && meet(rest, others);
}

type NamedKey = Exclude<KeyPattern, { kind: "any" }>;

function isMatched(pattern: NamedKey, key: NamedKey): boolean {
  return pattern.kind === "glob" && pattern.fits(key.text);
}
