import { HeirError } from "../../model/findings/failure.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { NodeOutcome } from "../../model/inventory/resolved.ts";
import type { Contribution } from "../../model/results/contribution.ts";
import type {
  ExplainedContribution,
  ExplainedLayer,
  ExplainedReference,
  Explanation,
  ValueExplanation,
} from "../../model/results/explanation.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import { splitPath } from "../../model/values/query.ts";
import type { TemplatePart, TemplateValue, Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { type Linearisation, linearise } from "../../resolve/ancestry/linearise.ts";
import { WalkTrace } from "../../resolve/ancestry/walk-trace.ts";
import { resolveNode } from "../../resolve/node.ts";
import { countingOf } from "./counting.ts";
import { Explainer } from "./explain.ts";
import { explainedLayers } from "./layers.ts";
import { explainedNames, namesAt } from "./names.ts";

/** Explains what one node has, value by value; it is resolved, and its ancestry walked, once. */
export class NodeExplainer {
  readonly outcome: NodeOutcome;
  private readonly inventory: Inventory;
  private readonly node: Definition;
  private readonly trace = new WalkTrace();
  private readonly ancestry: Linearisation;
  private readonly explainer: Explainer;
  private known: readonly ExplainedLayer[] | undefined;

  /** Throws HeirError for a name that the inventory does not have. */
  constructor(inventory: Inventory, name: string) {
    const node = inventory.node(name);
    if (node === undefined) throw new HeirError("usage", `there is no node "${name}"`);
    this.inventory = inventory;
    this.node = node;
    this.outcome = resolveNode(inventory, name);
    this.ancestry = linearise(inventory, node, { observer: this.trace });
    this.explainer = new Explainer(inventory, this.ancestry, this.outcome.node);
  }

  /** Whether the node has a value at a path, or some layer says one, though it does not count. */
  knows(path: ParameterPath): boolean {
    return this.valueAt(path) !== undefined || this.told(path).contributions.length > 0;
  }

  /**
   * How the value at a path, from the node object on, comes about; what is nowhere has neither value nor contributions.
   * Of a node that does not resolve, what can be told is told. Never fails.
   */
  explanation(path: ParameterPath): Explanation {
    const value = this.valueAt(path);
    const [section, property] = path;
    const conflicts = this.outcome.node?.conflicts ?? [];
    const conflict = section === "parameters" ? conflicts.find((each) => each.property === property) : undefined;
    const parts = value !== undefined && isFolded(path) ? partsOf(value, path) : [];
    const whole = this.told(path, { deep: parts.length === 0, seen: new Set([printPath(path)]) });
    const contributions = conflict === undefined ? whole.contributions : whole.contributions.map(uncounted);
    const isLeftOut = conflicts.length > 0 && value === undefined && whole.contributions.some(({ counts }) => counts);
    return {
      ...whole,
      contributions,
      node: this.node.name,
      settled: this.outcome.node !== undefined && !isLeftOut,
      parts: parts.map((part) => this.told(part, { deep: true, seen: new Set([printPath(part)]) })),
      layers: this.layers(),
      conflict,
    };
  }

  /** A reference that was written elsewhere, to what stands at a path; followed as references in values are. */
  reference(source: string, path: ParameterPath): ExplainedReference {
    return { source, below: [], ...this.followed(path, new Set()) };
  }

  private layers(): readonly ExplainedLayer[] {
    const { ancestry, trace, inventory, node } = this;
    this.known ??= explainedLayers(ancestry.steps, trace, { inventory, node });
    return this.known;
  }

  private valueAt(path: ParameterPath): Value | undefined {
    const [section, ...keys] = path;
    const { node } = this.outcome;
    if (node === undefined) return undefined;
    if (section === "parameters" || section === "exports") return valueAt(node[section], keys);
    return namesAt(node, path);
  }

  /** Without `follow`, references are left alone. */
  private told(path: ParameterPath, follow?: Following): ValueExplanation {
    const [section, ...keys] = path;
    const value = this.valueAt(path);
    if (section !== "parameters" && section !== "exports") {
      const { ancestry, trace, node, inventory } = this;
      return { path, value, contributions: explainedNames(path, { ancestry, trace, node, inventory }) };
    }
    const found = this.explainer.contributions({ section, path: keys });
    const counting = countingOf(found);
    const contributions = found.map((contribution): ExplainedContribution => {
      const counts = counting.has(contribution);
      const references = counts && follow !== undefined ? this.referencesOf(contribution, path, follow) : [];
      return { ...contribution, counts, references };
    });
    return { path, value, contributions };
  }

  private referencesOf(said: Contribution, asked: ParameterPath, follow: Following): readonly ExplainedReference[] {
    const templates = templatesIn(said.value, follow.deep);
    return templates.flatMap((template) => {
      const rest = template.parts.length === 1 && template === said.value ? asked.slice(said.path.length) : [];
      return this.references(template.parts, { origin: template.origin, rest, seen: follow.seen });
    });
  }

  /** References in the order in which they are followed: those in the path of another one before it. */
  private references(parts: readonly TemplatePart[], within: Within): readonly ExplainedReference[] {
    return parts.flatMap((part): readonly ExplainedReference[] => {
      if (part.kind === "query") return [unfollowed(part.source)];
      if (part.kind !== "reference") return [];
      const inner = this.references(part.path, { ...within, rest: [] });
      const text = this.explainer.pathText(part.path, within.origin);
      if (text === undefined) return [...inner, unfollowed(part.source)];
      const keys = splitPath(text, this.inventory.settings.delimiter);
      const named: ParameterPath = ["parameters", ...keys];
      const path = this.longest(named, within.rest);
      const below = path.slice(named.length);
      return [...inner, { source: part.source, below, ...this.followed(path, within.seen) }];
    });
  }

  /** What was followed already is told again, but not followed again. */
  private followed(path: ParameterPath, seen: Set<string>): ValueExplanation {
    const isNew = !seen.has(printPath(path));
    seen.add(printPath(path));
    return this.told(path, isNew ? { deep: false, seen } : undefined);
  }

  /** As much of the rest of a path as leads on from where a reference points to. */
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

interface Following {
  /** Also references below the top of what is said. */
  readonly deep: boolean;
  /** Paths that were followed, as text. */
  readonly seen: Set<string>;
}

/** A template whose references are followed. */
interface Within {
  readonly origin: TemplateValue["origin"];
  /** Keys below what the reference brings in. */
  readonly rest: readonly string[];
  readonly seen: Set<string>;
}

function unfollowed(source: string): ExplainedReference {
  return { source, below: [], path: [], value: undefined, contributions: [] };
}

function uncounted(contribution: ExplainedContribution): ExplainedContribution {
  return { ...contribution, counts: false, references: [] };
}

function isFolded([section]: ParameterPath): boolean {
  return section === "parameters" || section === "exports";
}

/** The leaves of a mapping; the items of a list. A list in a mapping is a leaf. */
function partsOf(value: Value, path: ParameterPath): readonly ParameterPath[] {
  if (value.kind === "list") return value.items.map((_, index) => [...path, String(index)]);
  return value.kind === "map" && value.entries.length > 0 ? leavesOf(value, path) : [];
}

function leavesOf(value: Value, path: ParameterPath): readonly ParameterPath[] {
  if (value.kind !== "map" || value.entries.length === 0) return [path];
  return value.entries.flatMap((entry) => leavesOf(entry.value, [...path, entry.key]));
}

function templatesIn(value: Value, deep: boolean): readonly TemplateValue[] {
  switch (value.kind) {
    case "template":
      return [value];
    case "list":
      return deep && !value.plain ? value.items.flatMap((item) => templatesIn(item, deep)) : [];
    case "map":
      return deep && !value.plain ? value.entries.flatMap((entry) => templatesIn(entry.value, deep)) : [];
    case "scalar":
    case "set":
      return [];
  }
}
