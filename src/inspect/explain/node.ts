import type { ValueContract } from "../../model/contracts/contract.ts";
import { conflictAt } from "../../model/inventory/conflicts.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory, NodeOutcome, Step } from "../../model/inventory/inventory.ts";
import {
  type Contribution,
  countingOf,
  type ExplainedContribution,
  type ExplainedLayer,
  type ExplainedReference,
  type Explanation,
  type Unset,
  type ValueExplanation,
} from "../../model/results/explanation.ts";
import { isSamePath, type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import { templatesIn } from "../../model/values/template.ts";
import type { Span, TemplatePart, Value } from "../../model/values/value.ts";
import { keyedParts, leavesOf, valueAt } from "../../model/values/value-at.ts";
import { linearise, type TracedAncestry, tracedAncestry } from "../../resolve/ancestry/linearise.ts";
import { contractsAt, contractsOf, walkedNames } from "../../resolve/contracts/node-contracts.ts";
import { rulesAlong, type ValueRules } from "../../resolve/contracts/value-rules.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { type AskedValue, Explainer, withKnockouts } from "../../resolve/merge/explainer.ts";
import { givenNode, resolveNode } from "../../resolve/node.ts";
import { factContributions, fileContributions, stepBeside } from "./direct.ts";
import { explainedLayers, explainedNames } from "./layers.ts";
import { whyUnset } from "./not-set.ts";
import { PolicyExplainer } from "./policies.ts";

/** Explains the values of one node, which is resolved once and walked once. */
export class NodeExplainer {
  readonly outcome: NodeOutcome;
  private readonly inventory: Inventory;
  private readonly node: Definition;
  private readonly walk: TracedAncestry;
  private readonly explainer: Explainer;
  private known: readonly ExplainedLayer[] | undefined;
  private readonly data: NodeData | undefined;
  private ofPolicies: PolicyExplainer | undefined;

  /** Throws HeirError for an unknown name. */
  constructor(inventory: Inventory, name: string) {
    this.inventory = inventory;
    this.node = givenNode(inventory, name);
    this.outcome = resolveNode(inventory, name);
    this.walk = tracedAncestry(inventory, this.node);
    this.explainer = new Explainer(inventory, this.walk.ancestry, this.outcome.node);
    const { node } = this.outcome;
    this.data = node && new NodeData(inventory, { node });
  }

  /** Whether the node has a value at a path, or a contribution to one that does not count. */
  knows(path: ParameterPath): boolean {
    return this.valueAt(path) !== undefined || this.explained(path).contributions.length > 0;
  }

  /**
   * The value at a path, from the node object on, with the contributions to it; both are missing if no layer has the
   * path. If the node fails to resolve, partial results are returned. Never fails.
   */
  explanation(path: ParameterPath): Explanation {
    const value = this.valueAt(path);
    const { conflicts } = this.outcome;
    const found = conflictAt(conflicts, path);
    const below = found?.paths.filter((each) => isSamePath(each.path.slice(0, 2), path.slice(0, 2))) ?? [];
    const conflict = found && { groups: found.groups, paths: below.map((each) => each.path.slice(2)) };
    const parts = value !== undefined && isMerged(path) ? partPaths(value, path) : [];
    const whole = this.explained(path, { deep: parts.length === 0, seen: new Set([printPath(path)]), steps: 0 });
    const contributions = this.counted(path, whole.contributions);
    const isLeftOut = conflicts.length > 0 && value === undefined && whole.contributions.some(({ counts }) => counts);
    return {
      ...whole,
      contributions,
      node: this.node.name,
      isKnown: this.outcome.node !== undefined && !isLeftOut,
      parts: parts.map((part) => this.explained(part, { deep: true, seen: new Set([printPath(part)]), steps: 0 })),
      layers: this.layers(path),
      contracts: this.contractsAt(path),
      conflict,
    };
  }

  /** The layers with their contributions to the value at a path; references in them are not followed. Never fails. */
  layersOf(path: ParameterPath): Pick<Explanation, "layers" | "contributions"> {
    const contributions = this.counted(path, this.explained(path).contributions);
    const beside = (layers: readonly Step["layer"][]) =>
      contributions.flatMap(({ step, position }) =>
        layers.includes(step.layer) ? [{ step, position, through: [], again: [] }] : [],
      );
    return { layers: [...beside(["default"]), ...this.layers(path), ...beside(BESIDE_NODE)], contributions };
  }

  /** Of a value that a conflict leaves out, no contribution counts. */
  private counted(path: ParameterPath, all: readonly ExplainedContribution[]): readonly ExplainedContribution[] {
    return conflictAt(this.outcome.conflicts, path) === undefined ? all : all.map(uncounted);
  }

  /** Why the node has no value at a path below its parameters or exports, and what would add one. Never fails. */
  unset(path: ParameterPath): Unset {
    const { inventory, node, walk, data } = this;
    return whyUnset({ inventory, node, ...walk, path }, data);
  }

  /** What explains the policies of the node; undefined if it does not resolve. */
  get policies(): PolicyExplainer | undefined {
    this.ofPolicies ??= this.data && new PolicyExplainer({ data: this.data, explainer: this });
    return this.ofPolicies;
  }

  /** A reference from another place to a path; followed as references in values are. */
  reference(source: string, path: ParameterPath): ExplainedReference {
    return { source, below: [], ...this.followed(path, { seen: new Set(), steps: 0 }) };
  }

  private contractsAt(path: ParameterPath): readonly ValueContract[] {
    const { contracts } = this.inventory;
    if (contracts === undefined) return [];
    const { steps, held } = this.walk.ancestry;
    const names = walkedNames({ definition: this.node, steps, groups: held.groups.map(({ id }) => id) });
    return contractsAt(contractsOf(contracts, names), path, this.valueAt(path.slice(0, 1)));
  }

  /** The layers of the node; none of them declares what directives do. */
  private layers([section]: ParameterPath): readonly ExplainedLayer[] {
    if (section === "policies" || section === "variables") return [];
    const { walk, inventory, node } = this;
    this.known ??= explainedLayers(walk.ancestry.steps, walk.trace, { inventory, node });
    return this.known;
  }

  private valueAt(path: ParameterPath): Value | undefined {
    return this.data?.at(path);
  }

  private explained(path: ParameterPath, follow?: Following): ValueExplanation {
    const [section, ...keys] = path;
    const value = this.valueAt(path);
    const { rules } = this.walk.ancestry;
    if (section !== "parameters" && section !== "exports") {
      return { path, value, contributions: this.others(path, follow) };
    }
    const found = this.explainer.contributions({ section, path: keys });
    const counting = countingOf(found);
    const contributions = found.map((each) => this.followedIn(each, counting.has(each), { path, follow }));
    const given = defaultAt(rules, path, value);
    if (given === undefined) return { path, value, contributions: withKnockouts(contributions, path, rules) };
    // The default of a contract is weaker than all layers.
    const { description } = given;
    const weakest = { ...this.followedIn(given.contribution, given.counts, { path, follow }), description };
    return { path, value, contributions: withKnockouts([weakest, ...contributions], path, rules) };
  }

  /** The contributions to what nothing merges. Below a run-time key of the properties is the property itself. */
  private others(path: ParameterPath, follow: Following | undefined): readonly ExplainedContribution[] {
    const [section, namespace, key, ...keys] = path;
    const { walk, node, inventory, outcome } = this;
    if (section === "facts") return outcome.node === undefined ? [] : factContributions(outcome.node, path);
    if (section === "policies" || section === "variables") {
      return namespace === undefined ? [] : (this.policies?.contributions(path) ?? []);
    }
    if (section !== "runtime") return explainedNames(path, { ...walk, node, inventory });
    if (key === undefined || this.data === undefined) return [];
    const files = fileContributions(this.data, path);
    const below = namespace === "properties" ? this.explained(["parameters", key, ...keys], follow).contributions : [];
    return [...(files.length === 0 ? below : below.map(uncounted)), ...files];
  }

  /** A contribution with the references in it, followed if it counts. */
  private followedIn(
    contribution: Contribution,
    counts: boolean,
    { path, follow }: { readonly path: ParameterPath; readonly follow: Following | undefined },
  ): ExplainedContribution {
    if (!counts || follow === undefined) return { ...contribution, counts, references: [] };
    const references = templatesIn(contribution.value, follow.deep).flatMap((template) => {
      const isWhole = template.parts.length === 1 && template === contribution.value;
      const rest = isWhole ? path.slice(contribution.path.length) : [];
      return this.references(template.parts, { ...follow, origin: template.origin, rest });
    });
    return { ...contribution, counts, references };
  }

  /** References in the order in which they are followed: those in the path of another one before it. */
  private references(parts: readonly TemplatePart[], within: Within): readonly ExplainedReference[] {
    return parts.flatMap((part): readonly ExplainedReference[] => {
      if (part.kind === "query") return [this.answer(part, within)];
      if (part.kind !== "reference") return [];
      const inner = this.references(part.path, { ...within, rest: [] });
      const asked = this.explainer.askedBy(part, within.origin);
      if (asked === undefined) return [...inner, unfollowed(part.source)];
      const named: ParameterPath = ["parameters", ...asked.keys];
      const isDefault = asked.fallback !== undefined && this.valueAt(named) === undefined;
      const path = isDefault ? named : this.longest(named, within.rest);
      const below = path.slice(named.length);
      const followed = { source: part.source, below, ...this.followed(path, within) };
      return [...inner, this.withDefault(followed, asked.fallback, within.origin)];
    });
  }

  /** What another node exports, if it is one that is asked for; a value from all nodes is not followed. */
  private answer({ source, query: { value } }: QueryPart, { rest, steps }: Within): ExplainedReference {
    const [name, ...below] = rest;
    if (name === undefined || value === undefined || steps >= MOST_STEPS) return unfollowed(source);
    if (this.inventory.node(name) === undefined) return unfollowed(source);
    const other = name === this.node.name ? this : new NodeExplainer(this.inventory, name);
    const found = other.followed(["exports", ...value, ...below], { seen: new Set(), steps: steps + 1 });
    return { source, below, node: name, ...found };
  }

  /** A reference without a target has the value of its default. */
  private withDefault(reference: ExplainedReference, fallback: string | undefined, origin: Span): ExplainedReference {
    if (fallback === undefined || reference.value !== undefined || this.outcome.node === undefined) return reference;
    const value = this.inventory.readDefault(fallback, origin);
    return "fault" in value ? reference : { ...reference, value, isDefault: true };
  }

  /** A path that was followed before, or is at the end of many, is explained, but not followed. */
  private followed(path: ParameterPath, { seen, steps }: Pick<Following, "seen" | "steps">): ValueExplanation {
    const isFollowed = steps < MOST_STEPS && !seen.has(printPath(path));
    seen.add(printPath(path));
    return this.explained(path, isFollowed ? { deep: false, seen, steps: steps + 1 } : undefined);
  }

  /** A reference's path, extended by as many of the further keys as lead to a value. */
  private longest(start: ParameterPath, rest: readonly string[]): ParameterPath {
    let path = start;
    for (const key of rest) {
      const value = this.valueAt(path);
      if (value !== undefined && valueAt(value, [key]) === undefined) return path;
      path = [...path, key];
    }
    return path;
  }
}

/**
 * What each layer of a node does to one value, weakest first (rules M1 to M9 of docs/concepts/merge.md). A value behind
 * a reference belongs to the layer that holds the reference. If the node does not resolve, the result is partial.
 * Throws HeirError for an unknown node.
 */
export function explainValue(inventory: Inventory, name: string, asked: AskedValue): readonly Contribution[] {
  const definition = givenNode(inventory, name);
  // Only properties of groups can be in conflict.
  const resolved = inventory.groups.groups.size === 0 ? undefined : resolveNode(inventory, name).node;
  return new Explainer(inventory, linearise(inventory, definition), resolved).contributions(asked);
}

/** What the default of a contract gives at a path, and whether the node has it there. */
interface DefaultContribution {
  readonly contribution: Contribution;
  readonly counts: boolean;
  /** What the contract says about the value, for people. */
  readonly description: string | undefined;
}

/**
 * The default at a path, or above it: rule K36 of docs/concepts/contracts.md. `value` is what the node has at the path;
 * undefined if no contract has a default there.
 */
export function defaultAt(
  rules: ValueRules | undefined,
  path: ParameterPath,
  value: Value | undefined,
): DefaultContribution | undefined {
  const along = rulesAlong(rules, path);
  const depth = along.findLastIndex((at) => at?.fallback !== undefined);
  const fallback = along[depth]?.fallback;
  const given = fallback && valueAt(fallback.value, path.slice(depth + 1));
  if (fallback === undefined || given === undefined) return undefined;
  const { of, path: place, description } = fallback.contract;
  const counts = value?.origin.file === of.file;
  const step = stepBeside("default", of.id, place.origin);
  const action = counts ? "set" : "hidden";
  return { contribution: { step, position: 0, action, keepsBelow: false, value: given, path }, counts, description };
}

type QueryPart = Extract<TemplatePart, { kind: "query" }>;

/** Layers of what nothing merges into the node. */
const BESIDE_NODE: readonly Step["layer"][] = ["directive", "local"];

interface Following {
  /** Also references inside mappings and lists. */
  readonly deep: boolean;
  /** Paths that were followed, as text. */
  readonly seen: Set<string>;
  /** How many references lead here. */
  readonly steps: number;
}

/** How far a chain of references is followed: nobody reads further. */
const MOST_STEPS = 100;

/** A template whose references are followed. */
interface Within extends Pick<Following, "seen" | "steps"> {
  readonly origin: Span;
  /** The further keys of the path asked for, below the reference. */
  readonly rest: readonly string[];
}

function unfollowed(source: string): ExplainedReference {
  return { source, below: [], path: [], value: undefined, contributions: [] };
}

function uncounted(contribution: ExplainedContribution): ExplainedContribution {
  return { ...contribution, counts: false, references: [] };
}

function isMerged([section]: ParameterPath): boolean {
  return section === "parameters" || section === "exports" || section === "runtime" || section === "facts";
}

/** The leaves of a mapping; the items of a list. A list in a mapping is a leaf. */
function partPaths(value: Value, path: ParameterPath): readonly ParameterPath[] {
  return keyedParts(value).flatMap(([key, part]) => {
    const below = [...path, key];
    return value.kind === "list" ? [below] : leavesOf(part, below).map((leaf) => leaf.path);
  });
}
