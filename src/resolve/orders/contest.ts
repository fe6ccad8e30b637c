import { addTo, addToSet } from "../../base/text-order.ts";
import type { Property } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { defaultMode, type InheritMode, modeLetters, type Settings } from "../../model/inventory/settings.ts";
import { readKey } from "../../model/values/key-prefix.ts";
import { isMap, type MapEntry, type Value } from "../../model/values/value.ts";
import { work } from "../../speed/work.ts";
import { contentText } from "../merge/merge.ts";
import type { GroupPair } from "./acting.ts";
import type { GroupLayers, NodeLayers } from "./layers.ts";
import { entriesByName, SLOT_SECTIONS, type Slot, slotOf, slotPath } from "./outcome.ts";

/** One layer of a group for one name. */
interface Contribution {
  readonly value: Value;
  readonly isProperty: boolean;
  /** Prefixes of the key of a parameter. */
  readonly prefixes: string;
  /** The mode that a property states. */
  readonly mode: InheritMode | undefined;
}

/** The definitions of some groups, and the pairs without an order that may not be exchanged. */
export interface Contest {
  /** The groups that define a name, by their indexes. */
  readonly touching: ReadonlyMap<Slot, ReadonlySet<number>>;
  /** Names that two groups without an order both define. */
  readonly met: ReadonlySet<Slot>;
  /** Names for which the order of some groups may matter, and the pairs of groups. */
  readonly contested: ReadonlyMap<Slot, readonly GroupPair[]>;
  /** Names that groups without an order define differently, and the pairs of groups. */
  readonly unequal: ReadonlyMap<Slot, readonly GroupPair[]>;
  /** Whether a property (of the group at an index or the node) replaces all that groups define, the mode included. */
  replaces(slot: Slot, by: number | Property, below: Iterable<number>): boolean;
}

/** Finds the names for which the order of groups may matter: all but those for which exchanging two never does. */
export function contestOf(
  groups: readonly GroupLayers[],
  unordered: readonly GroupPair[],
  { settings, groups: { globals }, rules }: Pick<Inventory, "settings" | "groups"> & Pick<NodeLayers, "rules">,
): Contest {
  const isRuled = (slot: Slot): boolean => {
    const [section, name] = slotPath(slot);
    return rules?.next(section)?.next(name) !== undefined;
  };
  const written = groups.map((each) => contributions(each, settings));
  const touching = itemsBySlot(written);
  const met = new Set<Slot>();
  const [contested, unequal] = [new Map<Slot, GroupPair[]>(), new Map<Slot, GroupPair[]>()];
  const stating = [globals, ...groups.map(({ group }) => group.properties)].flatMap((set) => set.properties);
  const objects = stating.filter(({ inheritMode }) => inheritMode?.objects === "replace");
  const replacing = new Set(objects.map(({ name }) => slotOf("parameters", name)));
  const replaces: Contest["replaces"] = (slot, by, below) => {
    const [last, ...others] = typeof by === "number" ? (written[by]?.get(slot) ?? []) : [propertyOf(by)];
    if (last === undefined || others.length > 0 || !last.isProperty || isRuled(slot)) return false;
    // Over the value below it, a class parameter may be an error that hides what is laid later.
    const all = [...(touching.get(slot) ?? [])].flatMap((item) => written[item]?.get(slot) ?? []);
    if (!all.every(({ isProperty }) => isProperty)) return false;
    const under = [...below].flatMap((item) => written[item]?.get(slot) ?? []);
    if (last.mode === undefined && under.some(({ mode }) => mode !== undefined)) return false;
    if (last.mode !== undefined) return isReplacing(last.value, last.mode);
    // The mode in force is then the default, or one that the globals or a group state.
    const own = stating.filter(({ name }) => slotOf("parameters", name) === slot);
    const modes = [defaultMode, ...own.map(({ inheritMode }) => inheritMode)];
    return modes.every((mode) => isReplacing(last.value, mode));
  };
  for (const pair of unordered) {
    const [one, other] = [written[pair[0]], written[pair[1]]];
    if (one === undefined || other === undefined) continue;
    const [few, many] = one.size < other.size ? [one, other] : [other, one];
    for (const [slot, first] of few) {
      const second = many.get(slot);
      if (second === undefined) continue;
      work.judged += 1;
      met.add(slot);
      if (areEqual(first, second)) continue;
      addTo(unequal, slot, pair);
      if (!isRuled(slot) && areApart(first, second, !replacing.has(slot))) continue;
      addTo(contested, slot, pair);
    }
  }
  return { touching, met, contested, unequal, replaces };
}

/** The groups that write each name, by their indexes. */
function itemsBySlot(written: readonly ReadonlyMap<Slot, unknown>[]): ReadonlyMap<Slot, ReadonlySet<number>> {
  const touching = new Map<Slot, Set<number>>();
  for (const [item, slots] of written.entries()) {
    for (const slot of slots.keys()) addToSet(touching, slot, item);
  }
  return touching;
}

function isReplacing(value: Value, mode: InheritMode = defaultMode): boolean {
  switch (value.kind) {
    case "map":
      return mode.objects === "replace";
    case "list":
      return mode.lists === "replace";
    case "scalar":
      return value.type !== "text" || mode.text === "replace";
    case "set":
      return true;
    case "template":
      return false;
  }
}

function propertyOf({ value, inheritMode: mode }: Property): Contribution {
  return { value, isProperty: true, prefixes: "", mode };
}

function contributions(layers: GroupLayers, settings: Settings): ReadonlyMap<Slot, readonly Contribution[]> {
  const found = new Map<Slot, Contribution[]>();
  for (const step of layers.classes) {
    for (const section of SLOT_SECTIONS) {
      for (const [name, entries] of entriesByName(step[section], settings)) {
        for (const entry of entries) addTo(found, slotOf(section, name), parameter(entry, settings));
      }
    }
  }
  const { properties } = layers.group.properties;
  for (const property of properties) addTo(found, slotOf("parameters", property.name), propertyOf(property));
  return found;
}

function parameter({ key, value }: MapEntry, settings: Settings): Contribution {
  const prefixes = readKey(key, settings).prefixes.join(" ");
  return { value, isProperty: false, prefixes, mode: undefined };
}

/** Two groups with equal definitions can be exchanged, whatever comes before and after. */
function areEqual(one: readonly Contribution[], other: readonly Contribution[]): boolean {
  return one.length === other.length && one.every((each, at) => isEqual(each, other[at]));
}

/** So can two groups with different keys. */
function areApart(one: readonly Contribution[], other: readonly Contribution[], mayMerge: boolean): boolean {
  return one.every((each) => other.every((second) => isApart(each, second, mayMerge)));
}

function isEqual(one: Contribution, other: Contribution | undefined): boolean {
  if (other === undefined || one.isProperty !== other.isProperty || one.prefixes !== other.prefixes) return false;
  return modeText(one.mode) === modeText(other.mode) && contentText(one.value) === contentText(other.value);
}

function modeText(mode: InheritMode | undefined): string {
  return mode === undefined ? "" : modeLetters(mode);
}

/** Two mappings that merge and differ in no key which both have. */
function isApart(one: Contribution, other: Contribution, mayMerge: boolean): boolean {
  if (one.isProperty !== other.isProperty || one.prefixes + other.prefixes !== "") return false;
  if (modeText(one.mode) !== modeText(other.mode) || (one.isProperty && !mayMerge)) return false;
  return isValueApart(one.value, other.value);
}

function isValueApart(one: Value, other: Value): boolean {
  if (!isMap(one) || !isMap(other) || !one.plain || !other.plain) return false;
  const keys = new Map(one.entries.map(({ key, value }) => [key, value]));
  return other.entries.every(({ key, value }) => {
    const below = keys.get(key);
    return below === undefined || contentText(below) === contentText(value) || isValueApart(below, value);
  });
}
