import { NodeExplainer } from "../../inspect/explain/node.ts";
import type { Contracts, Deprecation, LayerPattern, ValueContract } from "../../model/contracts/contract.ts";
import { changesValues, keysOf } from "../../model/contracts/contract.ts";
import { atKey, type RuleFact, type TestContext } from "../../model/contracts/value-test.ts";
import { codes } from "../../model/findings/codes.ts";
import type { Diagnostic, FoundOnNodes, Related } from "../../model/findings/diagnostic.ts";
import type { Inventory, ResolvedNode, Step } from "../../model/inventory/inventory.ts";
import type { PrefixSettings } from "../../model/values/key-prefix.ts";
import type { KeyPattern } from "../../model/values/path-filter.ts";
import { type MapValue, spanKey } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { type ContractSet, contractsOf, resolvedNames } from "../../resolve/contracts/node-contracts.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import { isSameDefault, isSameStrategy } from "../../resolve/merge/value-rules.ts";
import { kept, keptForBoth } from "../../speed/kept.ts";
import { lintText } from "../definition.ts";
import { type ExpectationTest, expectationOutcomes, expectedOfNobody, unmetFinding } from "./expectations.ts";
import { FleetJudge } from "./fleet.ts";
import { brokenBy, type ContractFault, faultFinding, ruleFacts, ruleFaults } from "./rules.ts";
import { ValueJudge } from "./values.ts";
import { type LayerPath, type WrittenPaths, writtenPaths } from "./written-paths.ts";

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
    const unmet = expectationOutcomes(name, data, this.expectations).flatMap(({ expectation, fault }) =>
      fault === undefined ? [] : [unmetFinding(expectation, fault)],
    );
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
    const unmet = expectedOfNobody(this.contracts.expectations, this.inventory.nodeNames);
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

/** What is known of one layer, whichever node has it. */
interface JudgedLayer {
  readonly step: Pick<Step, "layer" | "name">;
  readonly faults: readonly ContractFault[];
  /** The paths for which the rest of the node decides. */
  readonly open: readonly LayerPath[];
}

/** Judges which layers of a node say a path (rules K13, K15, K16); a layer once for all nodes that have it. */
export function layerFaults(
  node: LayeredNode,
  contracts: readonly ValueContract[],
  settings: PrefixSettings,
): readonly ContractFault[] {
  const paths = pathsOf(contracts, settings);
  if (paths.isEmpty) return [];
  const found: ContractFault[] = [];
  const firsts = new Map<string, Step>();
  for (const step of node.steps) {
    if (step.layer === "automatic") continue;
    const { faults, open } = layerOf(step, paths);
    // Nearly all layers.
    if (faults.length === 0 && open.length === 0) continue;
    found.push(...faults);
    for (const said of open) {
      if (said.isBroughtIn && !isSet(said, node)) continue;
      found.push(...faultsOf(said, step), ...finalFaults(said, step, firsts));
    }
  }
  return found;
}

const pathsOf = kept("shared", (contracts: readonly ValueContract[], settings: PrefixSettings) => {
  const about = contracts.filter(({ setIn, final, deprecated }) => setIn !== undefined || final || deprecated);
  return writtenPaths(about, settings);
});

const judgedLayer = keptForBoth("shared", (paths: WrittenPaths, _: MapValue, step: Step) => newLayer(step, paths));

type LayeredNode = Pick<ResolvedNode, "steps" | "parameters" | "exports">;

function layerOf(step: Step, paths: WrittenPaths): JudgedLayer {
  // The layer of a node is met once.
  if (step.layer === "node") return newLayer(step, paths);
  const known = judgedLayer(paths, step.parameters, step);
  // The same mapping can be that of several layers.
  const isThis = known.step.layer === step.layer && known.step.name === step.name;
  return isThis ? known : newLayer(step, paths);
}

function newLayer(step: Step, paths: WrittenPaths): JudgedLayer {
  const said = paths.in(step);
  if (said.length === 0) return { step, faults: [], open: [] };
  const isOpen = ({ isBroughtIn, contract }: LayerPath): boolean => isBroughtIn || contract.final;
  const faults = said.filter((each) => !isOpen(each)).flatMap((each) => faultsOf(each, step));
  return { step, faults, open: said.filter(isOpen) };
}

/** Whether a value is there that is no default of a contract. */
function isSet({ at: [section, ...keys], contract }: LayerPath, { parameters, exports }: LayeredNode): boolean {
  const value = valueAt(section === "exports" ? exports : parameters, keys.map(String));
  return value !== undefined && value.origin.file !== contract.of.file;
}

function faultsOf({ contract, at, span }: LayerPath, step: Step): readonly ContractFault[] {
  const { setIn, deprecated, ownLevel } = contract;
  const found: ContractFault[] = [];
  if (setIn !== undefined && !setIn.some(({ layer, fits }) => layer === step.layer && (fits?.(step.name) ?? true))) {
    const says = (text: string) => `${text} is set by ${layerText(step)}, but ${allowed(setIn)}`;
    found.push({ ...brokenBy(contract), at, span, code: "contract-set-in", says });
  }
  if (deprecated !== undefined) {
    const says = (text: string) => `${text} is deprecated${noteOf(deprecated)}`;
    const hint = deprecated.use === undefined ? undefined : `use ${deprecated.use}`;
    const severity = ownLevel ?? "warning";
    found.push({ ...brokenBy(contract), at, span, code: "contract-deprecated", severity, says, hint });
  }
  return found;
}

/** `firsts` are the layers that say a final path first. */
function finalFaults(said: LayerPath, step: Step, firsts: Map<string, Step>): readonly ContractFault[] {
  const { contract, at, span } = said;
  const { path, final } = contract;
  if (!final) return [];
  const key = `${spanKey(path.origin)} ${JSON.stringify(at)}`;
  const first = firsts.get(key);
  if (first === undefined) {
    firsts.set(key, step);
    return [];
  }
  const says = (text: string) =>
    `${text} is final: ${first.layer} ${first.name} has set it, and ${layerText(step)} sets it again`;
  return [{ ...brokenBy(contract), at, span, code: "contract-final", says }];
}

function layerText({ layer, name }: Step): string {
  return layer === "global" ? "the global parameters" : `${layer} ${name}`;
}

function allowed(layers: readonly LayerPattern[]): string {
  return layers.length === 0 ? "nobody may change it" : `only ${layers.map(({ text }) => text).join(", ")} may set it`;
}

function noteOf({ since, note }: Deprecation): string {
  return `${since === undefined ? "" : ` since ${since}`}${note === undefined ? "" : `: ${note}`}`;
}
