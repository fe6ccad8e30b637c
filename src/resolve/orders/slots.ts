import { grouped } from "../../base/grouped.ts";
import { partsOf } from "../../model/values/inside.ts";
import { bareKey, type PrefixSettings, prefixCharacters } from "../../model/values/key-prefix.ts";
import { splitPath } from "../../model/values/query.ts";
import type { MapEntry, MapValue, TemplatePart, Value } from "../../model/values/value.ts";
import { kept } from "../../speed/kept.ts";

export type Section = (typeof SLOT_SECTIONS)[number];

/** A parameter or an export by its section and name. */
export type Slot = `${Section}:${string}`;

export function slotOf(section: Section, name: string): Slot {
  return `${section}:${name}`;
}

export function slotPath(slot: Slot): readonly [Section, string] {
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
export type Referred = ReadonlySet<string> | "all";

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
