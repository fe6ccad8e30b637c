import { command } from "../../base/terminal-text.ts";
import { ValueTallies } from "../../inspect/impact/impact.ts";
import { writtenValues } from "../../inspect/uses/written-values.ts";
import { type Diagnostic, type FoundOnNodes, finding } from "../../model/findings/diagnostic.ts";
import type { Inventory, NodeOutcome, ResolvedNode, Step } from "../../model/inventory/inventory.ts";
import type { Overriding, ValueImpact, WrittenValue } from "../../model/results/impact.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { isMap, type MapValue, placeOf, type Span, type Value } from "../../model/values/value.ts";
import { partsOf, someValue, valueAt } from "../../model/values/value-at.ts";
import { linearise } from "../../resolve/ancestry/linearise.ts";
import { resolveNode } from "../../resolve/node.ts";
import { metSlots } from "../../resolve/orders/judge.ts";
import { slotOf } from "../../resolve/orders/outcome.ts";

/**
 * Finds values of classes and groups that no node uses: changing one to another of its kind changes no resolved value.
 * `visit` takes every node once, for values that are in no result; `confirm` then resolves the nodes that have these.
 * Exempt: values that may be part of a class name; null and empty values (placeholders); properties of unordered
 * groups, which conflict if they differ; layers of nodes that do not resolve; global parameters. Never fails.
 */
export class DeadValues {
  private readonly inventory: Inventory;
  private readonly seen = new Set<Span>();
  private readonly walked = new WeakSet<Value>();
  private readonly layers = new Map<MapValue, { readonly step: Step; readonly section: string }>();
  /** Files of nodes that do not resolve. */
  private readonly unknown = new Set<string>();
  /** Values that do not win but may be part of a result, or prevent a conflict between groups. */
  private readonly spared = new Set<Value>();
  private layersInDoubt: ReadonlyMap<Value, readonly WrittenValue[]> = new Map();
  private doubts: ValueTallies | undefined;
  private templates: readonly WrittenValue[] = [];

  constructor(inventory: Inventory) {
    this.inventory = inventory;
  }

  /** Call it for every node. */
  visit({ node, reads }: NodeOutcome): void {
    if (node === undefined) {
      for (const path of reads.files.keys()) this.unknown.add(path);
      return;
    }
    this.see(node.parameters);
    this.see(node.exports);
    for (const step of node.steps) {
      if (step.layer !== "class" && step.layer !== "group") continue;
      this.layers.set(step.parameters, { step, section: "parameters" });
      if (step.layer === "class") this.layers.set(step.exports, { step, section: "exports" });
    }
  }

  /** Whether `confirm` has to be called for every node. Call it after the last `visit`. */
  hasDoubts(): boolean {
    const layers = [...this.layers].flatMap(([map, { step, section }]) => this.inDoubt(map, step, section));
    if (layers.length === 0) return false;
    this.doubts = new ValueTallies(this.inventory, layers);
    this.layersInDoubt = new Map(layers.map(({ map, values }) => [map, values]));
    this.templates = layers.flatMap(({ values }) => values.filter(({ value }) => value.kind === "template"));
    return true;
  }

  confirm(name: string): void {
    const definition = this.inventory.node(name);
    if (definition === undefined || this.doubts === undefined) return;
    const ancestry = linearise(this.inventory, definition);
    if (!this.doubts.concern(ancestry.steps)) return;
    const { node } = resolveNode(this.inventory, name);
    if (node === undefined) return;
    this.doubts.count(node);
    for (const written of this.templates) if (isContainerIn(node, written)) this.spared.add(written.value);
    const met = metSlots({ ancestry, inventory: this.inventory, node: definition });
    if (met.size === 0) return;
    for (const map of ancestry.steps.map(({ parameters }) => parameters)) {
      for (const { path, value } of this.layersInDoubt.get(map) ?? []) {
        if (met.has(slotOf("parameters", path[1] ?? ""))) this.spared.add(value);
      }
    }
  }

  *findings(): Iterable<FoundOnNodes> {
    for (const value of this.doubts?.results() ?? []) {
      const isSure = value.overridden.length > 0 && value.overridden.every(({ by }) => by !== undefined);
      if (!isSure || value.wins.length > 0 || value.feeds.length > 0 || this.spared.has(value.value)) continue;
      yield { diagnostic: dead(value), nodes: value.overridden.flatMap(({ nodes }) => nodes) };
    }
  }

  private see(value: Value): void {
    if (value.kind === "scalar" || value.kind === "template") {
      this.seen.add(value.origin);
      return;
    }
    if (this.walked.has(value)) return;
    this.walked.add(value);
    this.seen.add(value.origin);
    for (const part of value.kind === "set" ? value.items : partsOf(value)) this.see(part);
  }

  private inDoubt(map: MapValue, { layer, name }: Step, section: string) {
    const by = { kind: layer === "group" ? "group" : "class", name } as const;
    const all = writtenValues(by, { section, map, settings: this.inventory.settings });
    const values = all.filter(({ value }) => {
      return !isPlaceholder(value) && !this.unknown.has(value.origin.file.path) && !this.isSeen(value);
    });
    return values.length === 0 ? [] : [{ map, values }];
  }

  /** Whether a result has the value or a part of it; items of an appended list are in the list they are appended to. */
  private isSeen(value: Value): boolean {
    const isIn = ({ origin }: Value) => this.seen.has(origin);
    return someValue(value, (each) => isIn(each) || (each.kind === "set" && each.items.some(isIn)));
  }
}

function isPlaceholder(value: Value): boolean {
  if (value.kind === "scalar") return value.type === "null";
  return isMap(value) || ((value.kind === "list" || value.kind === "set") && value.items.length === 0);
}

/** Whether a reference resolves to a list or mapping: the dead value may be a part of that. */
function isContainerIn(node: ResolvedNode, { path: [section, ...keys] }: WrittenValue): boolean {
  const value = valueAt(section === "exports" ? node.exports : node.parameters, keys);
  return value?.kind === "list" || isMap(value);
}

const FEW = 3;

function dead({ by, path, value, overridden }: ValueImpact): Diagnostic {
  const { file, line } = placeOf(value.origin);
  return finding("dead-value", value.origin, `no node uses ${printPath(path)} of ${by.kind} ${by.name}`, {
    related: overridden.slice(0, FEW).flatMap(instead),
    hint: `delete it, or run ${command(["heir", "impact"], [`${file}:${line}`])} to see what overrides it`,
  });
}

function instead({ by, origin, nodes }: Overriding): Diagnostic["related"] {
  if (by === undefined || origin === undefined) return [];
  const many = nodes.length === 1 ? "1 node" : `${nodes.length} nodes`;
  return [{ span: origin, caption: `overrides it on ${many}` }];
}
