import type { Definition, PropertySet } from "../../model/inventory/definition.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { Inventory, Step } from "../../model/inventory/inventory.ts";
import { modeLetters, type Settings } from "../../model/inventory/settings.ts";
import type { Linearisation } from "../ancestry/linearise.ts";
import { PropertySteps } from "../ancestry/made-steps.ts";
import { carriedBy } from "./carried.ts";
import { narrowedMap, type Slot, slotPath } from "./outcome.ts";

/** What one group lays on a node: the classes that it carries, each unless it is laid already, then its properties. */
export interface GroupLayers {
  readonly group: Group;
  readonly classes: readonly Step[];
}

/** The layers of a node, those of its groups apart, so that they can be put together in any order of the groups. */
export interface NodeLayers {
  readonly settings: Settings;
  readonly rules: Linearisation["rules"];
  readonly globals: PropertySet;
  readonly groups: readonly GroupLayers[];
  /** What is laid over the groups. */
  readonly above: readonly Step[];
  /** The properties of the node itself, which are one of the layers above. */
  readonly own: PropertySet | undefined;
}

/** Takes a walk's layers apart. `shared`: each group has all classes it can carry, met in an earlier one or not. */
export function layersOf(
  { steps, rules }: Pick<Linearisation, "steps" | "rules">,
  groups: readonly Group[],
  { node, inventory, shared }: { readonly node: Definition; readonly inventory: Inventory; readonly shared: boolean },
): NodeLayers {
  const end = steps.findLastIndex(({ layer }) => layer === "group") + 1;
  const carried = new Map<string, readonly Step[]>();
  const byName = new Map<string, Step>();
  let pending: Step[] = [];
  for (const step of steps.slice(0, end)) {
    if (step.layer === "class") {
      pending.push(step);
      byName.set(step.name, step);
    }
    if (step.layer !== "group") continue;
    carried.set(step.name, pending);
    pending = [];
  }
  const classesOf = (group: Group): readonly Step[] => {
    if (!shared) return carried.get(group.id) ?? [];
    return [...carriedBy(group, inventory).classes].flatMap((name) => byName.get(name) ?? []);
  };
  const above = end === 0 && steps[0]?.layer === "global" ? steps.slice(1) : steps.slice(end);
  return {
    settings: inventory.settings,
    rules,
    globals: inventory.groups.globals,
    groups: groups.map((group) => ({ group, classes: classesOf(group) })),
    above,
    own: node.own?.properties,
  };
}

/** The part of the layers that defines some names. */
export function narrowedLayers(layers: NodeLayers, slots: ReadonlySet<Slot>): NodeLayers {
  const { settings, rules } = layers;
  const names = { parameters: new Set<string>(), exports: new Set<string>() };
  for (const slot of slots) {
    const [section, name] = slotPath(slot);
    names[section].add(name);
  }
  const narrowed = (steps: readonly Step[]): readonly Step[] =>
    steps.flatMap((step) => {
      const parameters = narrowedMap(step.parameters, names.parameters, settings);
      const exports = narrowedMap(step.exports, names.exports, settings);
      const isEmpty = parameters.entries.length + exports.entries.length === 0;
      return isEmpty ? [] : [{ ...step, parameters, exports }];
    });
  const ofSet = ({ properties, values }: PropertySet): PropertySet => ({
    properties: properties.filter(({ name }) => names.parameters.has(name)),
    values: narrowedMap(values, names.parameters, settings),
  });
  return {
    settings,
    rules,
    globals: ofSet(layers.globals),
    groups: layers.groups.map(({ group, classes }) => ({
      group: { ...group, properties: ofSet(group.properties) },
      classes: narrowed(classes),
    })),
    above: narrowed(layers.above),
    own: layers.own && ofSet(layers.own),
  };
}

/** The steps of a node in one order of its groups: up to the last group, or all. */
export function stepsInOrder(layers: NodeLayers, order: readonly number[], reach: "groups" | "all"): readonly Step[] {
  const properties = new PropertySteps();
  const steps: Step[] = [];
  if (layers.globals.properties.length > 0) steps.push(properties.global(layers.globals));
  const placed = new Set<string>();
  for (const item of order) {
    const each = layers.groups[item];
    if (each === undefined) continue;
    for (const step of each.classes) {
      if (placed.has(step.name)) continue;
      placed.add(step.name);
      steps.push(step);
    }
    if (each.group.properties.properties.length > 0) steps.push(properties.group(each.group));
  }
  if (reach === "groups") return steps;
  for (const step of layers.above) {
    const isOwn = step.modes !== undefined && layers.own !== undefined;
    steps.push(isOwn ? properties.node(step.name, layers.own) : step);
  }
  return steps;
}

/** The modes that are in force over some groups, as text. */
export function modesInForce(layers: NodeLayers, order: readonly number[]): string {
  const modes = new Map<string, string>();
  for (const item of order) {
    for (const { name, inheritMode: mode } of layers.groups[item]?.group.properties.properties ?? []) {
      if (mode !== undefined) modes.set(name, modeLetters(mode));
    }
  }
  return JSON.stringify([...modes].sort());
}
