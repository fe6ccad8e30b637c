import { keptAt } from "../../base/made-once.ts";
import { grouped } from "../../base/text-order.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Inventory, Step } from "../../model/inventory/inventory.ts";
import { bareKey, type PrefixSettings, prefixCharacters } from "../../model/values/key-prefix.ts";
import { splitPath } from "../../model/values/query.ts";
import { isMap, type MapEntry, type MapValue, type TemplatePart, type Value } from "../../model/values/value.ts";
import { mapMember, partsOf } from "../../model/values/value-at.ts";
import { Beside, kept } from "../../speed/kept.ts";
import { work } from "../../speed/work.ts";
import { contentText, type Filling, interpolated, mergeSteps } from "../merge/merge.ts";

/** The result at a path in one order: a value, an error in its place, or nothing. */
export type Outcome = Value | Diagnostic | undefined;

/** The values of a node in one order, by path. */
export interface OrderResult {
  /** Why the whole node fails. */
  readonly fault?: Diagnostic | undefined;
  readonly slots: ReadonlyMap<Slot, Outcome>;
  readonly classes?: readonly string[];
  readonly applications?: readonly string[];
}

export interface Evaluation {
  readonly inventory: Inventory;
  readonly node: string;
  readonly answers: Filling["answers"];
  readonly rules: Filling["rules"];
}

/** The results of some names over steps in one order. Each name that causes an error has that error as its result. */
export function outcomes(slots: Iterable<Slot>, steps: readonly Step[], given: Evaluation): ReadonlyMap<Slot, Outcome> {
  const wanted = [...slots];
  const together = evaluate(wanted, steps, given);
  if (together.fault === undefined || wanted.length === 1) return withFault(together);
  // A fault is reported once: to find all names that have it, each is computed alone.
  return new Map(wanted.flatMap((slot) => [...withFault(evaluate([slot], steps, given))]));
}

/** By name of the node; what finds nodes stays the same while chains are tried. */
const limits = new Beside<Inventory["node"], Map<string, Diagnostic>>();

/** The limit of references that a node exceeded in one of its orders, if so (rule R8): it is evaluated in no other. */
export function exceededLimit(inventory: Inventory, node: string): Diagnostic | undefined {
  return limits.get(inventory.node)?.get(node);
}

interface Evaluated {
  readonly values: ReadonlyMap<Slot, Value | undefined>;
  readonly fault: Diagnostic | undefined;
}

function withFault({ values, fault }: Evaluated): ReadonlyMap<Slot, Outcome> {
  return fault === undefined ? values : new Map([...values.keys()].map((slot) => [slot, fault]));
}

function evaluate(slots: readonly Slot[], steps: readonly Step[], given: Evaluation): Evaluated {
  const { inventory, node, answers, rules } = given;
  const limit = exceededLimit(inventory, node);
  if (limit !== undefined) return { values: new Map(slots.map((slot) => [slot, undefined])), fault: limit };
  work.orderResults += 1;
  const interpolation = interpolated(steps, inventory, { rules, answers });
  const { root, settings } = interpolation;
  const asksExports = slots.some((slot) => slot.startsWith("exports:"));
  const sections = {
    parameters: root,
    exports: asksExports ? mergeSteps(steps, "exports", { settings, rules, report: () => {} }) : root,
  };
  const values = new Map<Slot, Value | undefined>();
  for (const slot of slots) {
    const [section, name] = slotPath(slot);
    values.set(slot, interpolation.valueAt(sections[section], [name]));
  }
  const faults = interpolation.faults.filter(({ diagnostic }) => diagnostic.severity === "error");
  const last = faults.at(-1);
  if (interpolation.trail.isStopped && last !== undefined)
    keptAt(limits, inventory.node, () => new Map()).set(node, last.diagnostic);
  return { values, fault: faults[0]?.diagnostic };
}

export function isFault(outcome: Outcome): outcome is Diagnostic {
  return outcome !== undefined && "code" in outcome;
}

/** Equal for outcomes that are the same: types count, the order of keys does not, of errors the code does. */
export function outcomeText(outcome: Outcome): string {
  if (outcome === undefined) return "";
  return isFault(outcome) ? `error ${outcome.code}` : contentText(outcome);
}

/** The outcome below another one; nothing where the path leads nowhere. */
export function outcomeAt(outcome: Outcome, keys: readonly string[]): Outcome {
  let at = outcome;
  for (const key of keys) {
    if (at === undefined || isFault(at)) return undefined;
    at = mapMember(at, key);
  }
  return at;
}

/** The shortest paths at which outcomes are not all the same. */
export function differing(all: readonly Outcome[], path: readonly string[] = []): readonly (readonly string[])[] {
  if (new Set(all.map(outcomeText)).size < 2) return [];
  const keys = new Set<string>();
  for (const each of all) {
    if (each === undefined || isFault(each) || !isMap(each)) return [path];
    for (const { key } of each.entries) keys.add(key);
  }
  return [...keys].flatMap((key) => {
    const below = all.map((each) => outcomeAt(each, [key]));
    return differing(below, [...path, key]);
  });
}

export type Section = (typeof SLOT_SECTIONS)[number];

/** A parameter or an export by its section and name. */
export type Slot = `${Section}:${string}`;

export function slotOf(section: Section, name: string): Slot {
  return `${section}:${name}`;
}

type SlotPath = readonly [Section, string];

export function slotPath(slot: Slot): SlotPath {
  return slot.startsWith("parameters:") ? ["parameters", slot.slice(11)] : ["exports", slot.slice(8)];
}

/** The entries of a section by name; definitions are read under one set of prefixes. */
export const entriesByName: (map: MapValue, settings: PrefixSettings) => ReadonlyMap<string, readonly MapEntry[]> =
  kept("shared", ({ entries }, settings) => {
    const characters = prefixCharacters(settings);
    return grouped(entries, ({ key }) => bareKey(key, characters));
  });

export const SLOT_SECTIONS = ["parameters", "exports"] as const;

/** The names of parameters and exports that a layer says something of. */
export function slotsIn(step: Readonly<Record<Section, MapValue>>, settings: PrefixSettings): readonly Slot[] {
  return SLOT_SECTIONS.flatMap((section) => {
    return Array.from(entriesByName(step[section], settings).keys(), (name) => slotOf(section, name));
  });
}

/** Whether an item is among some that are given as bits; none of what is not known. */
export function hasBit(bits: bigint | undefined, item: number): boolean {
  return ((bits ?? 0n) & (1n << BigInt(item))) !== 0n;
}

/** The part of a section that defines some names. */
export function narrowedMap(map: MapValue, names: ReadonlySet<string>, settings: PrefixSettings): MapValue {
  if (map.entries.length === 0) return map;
  const byName = entriesByName(map, settings);
  const kept = [...names].flatMap((name) => byName.get(name) ?? []);
  return kept.length === map.entries.length ? map : { ...map, entries: kept };
}

/** The parameters that a value refers to; `all` where other values decide which. */
type Referred = ReadonlySet<string> | "all";

const NONE: ReadonlySet<string> = new Set();

export function referredBy(value: Value, delimiter: string): Referred {
  if (value.kind === "scalar" || value.kind === "set") return NONE;
  if (value.kind !== "template" && value.plain) return NONE;
  return referredInside(value, delimiter);
}

const referredInside = kept("shared", (value: Value, delimiter: string): Referred => {
  const parts = value.kind === "template" ? value.parts : partsOf(value);
  return joined(parts.map((part) => ofPart(part, delimiter)));
});

function ofPart(part: TemplatePart | Value, delimiter: string): Referred {
  switch (part.kind) {
    case "text":
    case "fault":
      return NONE;
    case "query":
      return new Set(
        part.query.tests.flatMap(({ other }) => (other.kind === "parameter" ? other.path.slice(0, 1) : [])),
      );
    case "reference": {
      const [first] = part.path;
      const text = first?.kind === "text" ? first.text : "";
      const isNamed = part.path.length === 1 || text.includes(delimiter);
      const [name] = splitPath(text, delimiter);
      if (first?.kind !== "text" || !isNamed || name === undefined) return "all";
      return joined([new Set([name]), ...part.path.slice(1).map((each) => ofPart(each, delimiter))]);
    }
    default:
      return referredBy(part, delimiter);
  }
}

function joined(all: readonly Referred[]): Referred {
  const found = new Set<string>();
  for (const each of all) {
    if (each === "all") return "all";
    for (const name of each) found.add(name);
  }
  return found;
}
