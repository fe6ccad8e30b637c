import { explainValue } from "../../inspect/explain/node.ts";
import type { Inventory, Step } from "../../model/inventory/inventory.ts";
import type { FourWay, MergedValue, MergePart, MergeSide } from "../../model/results/branch-merge.ts";
import type { Contribution } from "../../model/results/explanation.ts";
import { isOfNames, type ParameterPath } from "../../model/values/parameter-path.ts";
import { exactPlace, type Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import type { Identities } from "../identity.ts";
import { targetsOf } from "./merge.ts";

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
  const isNames = isOfNames(value.path);
  const written = writtenAt(node, value.path, 0);
  const partsOf = (side: MergeSide) => [
    ...(isNames ? listed(value.values, side) : []),
    ...written.flatMap((each) => [...changed(node, each, side), ...elsewhere(node, each, side)]),
  ];
  return { ours: unique(partsOf("ours")), theirs: unique(partsOf("theirs")) };
}

type ByLayer = ReadonlyMap<string, Contribution>;

const DEEPEST = 4;

/** The contributions to a value in each state, and to the values that it refers to. */
function writtenAt(node: MergedNode, path: ParameterPath, depth: number): readonly FourWay<ByLayer>[] {
  const { states, inventories } = node;
  const [section, ...keys] = path;
  if (section !== "parameters" && section !== "exports") return [];
  const of = (state: keyof FourWay<unknown>): ByLayer => {
    const resolved = states[state]?.node;
    if (resolved === undefined) return new Map();
    const found = explainValue(inventories[state], resolved.name, { section, path: keys });
    return new Map(found.map((contribution) => [layerKey(contribution.step), contribution]));
  };
  const written = { base: of("base"), ours: of("ours"), theirs: of("theirs"), merged: of("merged") };
  const targets = depth < DEEPEST ? referredTo(written, inventories.merged) : [];
  return [written, ...targets.flatMap((target) => writtenAt(node, target, depth + 1))];
}

/** The targets of the references in the last layers; each is a parameter. */
function referredTo(written: FourWay<ByLayer>, { settings }: Inventory): readonly ParameterPath[] {
  const last = Object.values(written).flatMap((each: ByLayer) => [...each.values()].at(-1) ?? []);
  const paths = last.flatMap(({ value }) => (value.kind === "template" ? targetsOf(value, settings) : []));
  return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
}

function changed(node: MergedNode, { base, ...written }: FourWay<ByLayer>, side: MergeSide): readonly MergePart[] {
  const now = written[side];
  const parts = [...new Set([...now.keys(), ...base.keys()])].flatMap((key): readonly MergePart[] => {
    const [before, after] = [base.get(key), now.get(key)];
    if (after === undefined) return before === undefined ? [] : [vanished(node, before, side)];
    if (before === undefined) return [appeared(node, after, side)];
    const isSame = node.identities.same(before.value, after.value);
    return isSame ? [] : [{ edit: "changes", layer: after.step, span: after.value.origin }];
  });
  return parts.length > 0 ? parts : moved(base, now);
}

function appeared(node: MergedNode, { step, value }: Contribution, side: MergeSide): MergePart {
  const isBrought = stepIn(node, "base", step) === undefined && stepIn(node, side, step) !== undefined;
  return isBrought ? brought("brings", step) : { edit: "sets", layer: step, span: value.origin };
}

function vanished(node: MergedNode, { step, value }: Contribution, side: MergeSide): MergePart {
  const isDropped = stepIn(node, side, step) === undefined;
  return isDropped ? brought("drops", step) : { edit: "unsets", layer: step, span: value.origin };
}

/**
 * Contributions in the merge or on the other side that neither the base nor this side has: this side may have added
 * their class, or changed its text.
 */
function elsewhere(node: MergedNode, written: FourWay<ByLayer>, side: MergeSide): readonly MergePart[] {
  const others = new Map([...written[side === "ours" ? "theirs" : "ours"], ...written.merged]);
  return [...others].flatMap(([key, contribution]): readonly MergePart[] => {
    if (written.base.has(key) || written[side].has(key)) return [];
    const inSide = stepIn(node, side, contribution.step);
    const isNew = inSide !== undefined && stepIn(node, "base", contribution.step) === undefined;
    return [...(isNew ? [brought("brings", inSide)] : []), ...inFile(node, contribution, side)];
  });
}

/** The contribution of a class in its file on this side, if it differs from the base. */
function inFile(node: MergedNode, { step, path }: Contribution, side: MergeSide): readonly MergePart[] {
  const { inventories, identities } = node;
  const [section, ...keys] = path;
  if (step.layer !== "class" || (section !== "parameters" && section !== "exports")) return [];
  const [before, now] = (["base", side] as const).map((state) => {
    const definition = inventories[state].class(step.name);
    return definition && valueAt(definition[section], keys);
  });
  if (before === undefined) return now === undefined ? [] : [{ edit: "sets", layer: step, span: now.origin }];
  if (now === undefined) return [{ edit: "unsets", layer: step, span: before.origin }];
  return identities.same(before, now) ? [] : [{ edit: "changes", layer: step, span: now.origin }];
}

/** The step of a layer in a state; undefined if the node does not have the layer there. */
function stepIn({ states }: MergedNode, state: keyof FourWay<unknown>, step: Step): Step | undefined {
  return states[state]?.node.steps.find((other) => layerKey(other) === layerKey(step));
}

/** Names in a list that a side has and the base does not have, and vice versa. */
function listed({ base, ...sides }: FourWay<Value | undefined>, side: MergeSide): readonly MergePart[] {
  const [before, now] = [itemsOf(base), itemsOf(sides[side])];
  const lone = (edit: "brings" | "drops", items: Items, others: Items) =>
    [...items].flatMap(([name, item]): readonly MergePart[] => {
      return others.has(name) ? [] : [{ edit, layer: { layer: "class", name }, span: item.origin }];
    });
  return [...lone("brings", now, before), ...lone("drops", before, now)];
}

type Items = ReadonlyMap<string, Value>;

function itemsOf(value: Value | undefined): Items {
  if (value?.kind !== "list") return new Map();
  return new Map(value.items.flatMap((item) => (item.kind === "scalar" ? [[String(item.data), item]] : [])));
}

/** The same layers in another order: the layer that is now last decides. */
function moved(base: ByLayer, now: ByLayer): readonly MergePart[] {
  const last = [...now.values()].at(-1);
  if (last === undefined || [...base.keys()].at(-1) === layerKey(last.step)) return [];
  return [brought("moves", last.step)];
}

function brought(edit: "brings" | "drops" | "moves", step: Step): MergePart {
  return { edit, layer: step, span: step.because };
}

function layerKey({ layer, name }: Step): string {
  return `${layer} ${name}`;
}

function unique(parts: readonly MergePart[]): readonly MergePart[] {
  return [...new Map(parts.map((part) => [`${part.edit} ${exactPlace(part.span)}`, part])).values()];
}
