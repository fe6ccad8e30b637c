import { explainValue } from "../../inspect/explain/explain.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Step } from "../../model/inventory/resolved.ts";
import type { FourWay, MergedValue, MergePart, MergeSide } from "../../model/results/branch-merge.ts";
import type { Contribution } from "../../model/results/contribution.ts";
import { exactPlace } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import type { Identities } from "../identity.ts";
import { targetsOf } from "./merge.ts";

/** One node in the four states of a merge, and what each state consists of. */
export interface MergedNode {
  readonly states: FourWay<NodeData | undefined>;
  readonly inventories: FourWay<Inventory>;
  readonly identities: Identities;
}

/**
 * The changes of each side since the base that contribute to a merged value: layers with another value, classes that
 * were added, removed or moved, and the same for the values that it refers to. A part that only the merge combines
 * counts for the side that wrote it, and for the side that adds the class. Never fails.
 */
export function mergeParts(node: MergedNode, value: MergedValue): Readonly<Record<MergeSide, readonly MergePart[]>> {
  const parts = new Parts(node);
  parts.add(value, 0);
  return { ours: unique(parts.found.ours), theirs: unique(parts.found.theirs) };
}

/** Contributions by their layer. */
type ByLayer = ReadonlyMap<string, Contribution>;

const DEEPEST = 4;

class Parts {
  readonly found: Record<MergeSide, MergePart[]> = { ours: [], theirs: [] };
  private readonly node: MergedNode;

  constructor(node: MergedNode) {
    this.node = node;
  }

  add({ path, values }: Pick<MergedValue, "path" | "values">, depth: number): void {
    const [section] = path;
    if (section === "applications" || section === "classes" || section === "groups") {
      for (const side of ["ours", "theirs"] as const) this.take(listed(values, side), side);
    }
    if (section !== "parameters" && section !== "exports") return;
    const written = this.byLayer(section, path);
    for (const side of ["ours", "theirs"] as const) {
      this.take(this.changed(written, side), side);
      this.take(this.elsewhere(written, side), side);
    }
    if (depth < DEEPEST) for (const target of this.targets(written)) this.add({ path: target, values }, depth + 1);
  }

  private take(parts: readonly MergePart[], side: MergeSide): void {
    for (const part of parts) this.found[side].push(part);
  }

  private byLayer(section: "parameters" | "exports", [, ...path]: ParameterPath): FourWay<ByLayer> {
    const { states, inventories } = this.node;
    const of = (state: keyof FourWay<unknown>): ByLayer => {
      const node = states[state]?.node;
      if (node === undefined) return new Map();
      const found = explainValue(inventories[state], node.name, { section, path });
      return new Map(found.map((contribution) => [layerKey(contribution.step), contribution]));
    };
    return { base: of("base"), ours: of("ours"), theirs: of("theirs"), merged: of("merged") };
  }

  /** How the layers of a side differ from those of the base. */
  private changed({ base, ...written }: FourWay<ByLayer>, side: MergeSide): readonly MergePart[] {
    const now = written[side];
    const parts = [...now].flatMap(([key, contribution]): readonly MergePart[] => {
      const before = base.get(key);
      if (before === undefined) return [this.appeared(contribution, side)];
      return this.node.identities.same(before.value, contribution.value) ? [] : [partOf("changes", contribution)];
    });
    const gone = [...base].flatMap(([key, contribution]): readonly MergePart[] => {
      return now.has(key) ? [] : [this.vanished(contribution, side)];
    });
    return parts.length + gone.length > 0 ? [...parts, ...gone] : moved(base, now);
  }

  private appeared(contribution: Contribution, side: MergeSide): MergePart {
    return this.has("base", contribution.step) || !this.has(side, contribution.step)
      ? partOf("sets", contribution)
      : brought("brings", contribution.step);
  }

  private vanished(contribution: Contribution, side: MergeSide): MergePart {
    return this.has(side, contribution.step) ? partOf("unsets", contribution) : brought("drops", contribution.step);
  }

  /**
   * Contributions in the merge or on the other side that neither the base nor this side has: this side may have added
   * their class, or changed its text.
   */
  private elsewhere(written: FourWay<ByLayer>, side: MergeSide): readonly MergePart[] {
    const others = new Map([...written[side === "ours" ? "theirs" : "ours"], ...written.merged]);
    return [...others].flatMap(([key, contribution]): readonly MergePart[] => {
      if (written.base.has(key) || written[side].has(key)) return [];
      const { step } = contribution;
      const inSide = this.steps(side).find((other) => layerKey(other) === key);
      const brings = inSide !== undefined && !this.has("base", step) ? [brought("brings", inSide)] : [];
      return [...brings, ...this.written(contribution, side)];
    });
  }

  /** The contribution of a class in its file on this side, if it differs from the base. */
  private written({ step, path }: Contribution, side: MergeSide): readonly MergePart[] {
    const [section, ...keys] = path;
    if (step.layer !== "class" || (section !== "parameters" && section !== "exports")) return [];
    const [before, now] = (["base", side] as const).map((state) => {
      const definition = this.node.inventories[state].class(step.name);
      return definition && valueAt(definition[section], keys);
    });
    if (before === undefined) return now === undefined ? [] : [{ edit: "sets", layer: step, span: now.origin }];
    if (now === undefined) return [{ edit: "unsets", layer: step, span: before.origin }];
    if (this.node.identities.same(before, now)) return [];
    return [{ edit: "changes", layer: step, span: now.origin }];
  }

  /** The targets of the references in the last layers. */
  private targets(written: FourWay<ByLayer>): readonly ParameterPath[] {
    const { settings } = this.node.inventories.merged;
    const last = Object.values(written).flatMap((each: ByLayer) => [...each.values()].at(-1) ?? []);
    const paths = last.flatMap(({ value }) => (value.kind === "template" ? (targetsOf(value, settings) ?? []) : []));
    return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
  }

  private has(state: keyof FourWay<unknown>, step: Step): boolean {
    return this.steps(state).some((other) => layerKey(other) === layerKey(step));
  }

  private steps(state: keyof FourWay<unknown>): readonly Step[] {
    return this.node.states[state]?.node.steps ?? [];
  }
}

/** Names in a list that a side has and the base does not have, and vice versa. */
function listed({ base, ...sides }: FourWay<Value | undefined>, side: MergeSide): readonly MergePart[] {
  const [before, now] = [itemsOf(base), itemsOf(sides[side])];
  const part = (edit: "brings" | "drops", name: string, item: Value): MergePart => {
    return { edit: edit, layer: { layer: "class", name }, span: item.origin };
  };
  return [
    ...[...now].flatMap(([name, item]) => (before.has(name) ? [] : [part("brings", name, item)])),
    ...[...before].flatMap(([name, item]) => (now.has(name) ? [] : [part("drops", name, item)])),
  ];
}

function itemsOf(value: Value | undefined): ReadonlyMap<string, Value> {
  if (value?.kind !== "list") return new Map();
  return new Map(value.items.flatMap((item) => (item.kind === "scalar" ? [[String(item.data), item]] : [])));
}

/** The same layers in another order: the layer that is now last decides. */
function moved(base: ByLayer, now: ByLayer): readonly MergePart[] {
  const last = [...now.values()].at(-1);
  if (last === undefined || [...base.keys()].at(-1) === layerKey(last.step)) return [];
  return [brought("moves", last.step)];
}

function partOf(edit: "sets" | "unsets" | "changes", { step, value }: Contribution): MergePart {
  return { edit: edit, layer: step, span: value.origin };
}

function brought(edit: "brings" | "drops" | "moves", step: Step): MergePart {
  return { edit: edit, layer: step, span: step.because };
}

function layerKey({ layer, name }: Step): string {
  return `${layer} ${name}`;
}

function unique(parts: readonly MergePart[]): readonly MergePart[] {
  return [...new Map(parts.map((part) => [`${part.edit} ${exactPlace(part.span)}`, part])).values()];
}
