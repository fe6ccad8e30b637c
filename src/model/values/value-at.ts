import type { ParameterPath } from "./parameter-path.ts";
import { entryOf, type MapEntry, type Value } from "./value.ts";

/** The value at a path below another, or undefined. List indexes may be negative; in a list of names, names first. */
export function valueAt(value: Value, path: ParameterPath): Value | undefined {
  let at: Value | undefined = value;
  for (const key of path) at = at === undefined ? undefined : child(at, key);
  return at;
}

/** The keys below a value: the keys of a mapping, or the indexes of a list. */
export function childKeys(value: Value): readonly string[] {
  switch (value.kind) {
    case "map":
      return value.entries.map(({ key }) => key);
    case "list":
      return Array.from(value.items.keys(), String);
    case "scalar":
    case "template":
    case "set":
      return [];
  }
}

function child(value: Value, key: string): Value | undefined {
  if (value.kind === "map") return entryOf(value, key)?.value;
  if (value.kind !== "list") return undefined;
  const { items, names } = value;
  const named = names && items.find((item) => item.kind === "scalar" && item.data === key);
  return named ?? (/^-?\d+$/.test(key) ? items.at(Number(key)) : undefined);
}

/** The value at one key, or undefined: a literal key of an object, dots included, or a decimal index of a list. */
export function valueUnder(value: Value, key: string): Value | undefined {
  if (value.kind === "list") return /^\d+$/.test(key) ? value.items[Number(key)] : undefined;
  return mapMember(value, key);
}

const NO_ENTRIES: readonly MapEntry[] = [];
const NO_VALUES: readonly Value[] = [];

/** The entries of a mapping; none of any other value. */
export function mapEntries(value: Value | undefined): readonly MapEntry[] {
  return value?.kind === "map" ? value.entries : NO_ENTRIES;
}

/** The value of a mapping at a key; undefined for any other value. */
export function mapMember(value: Value | undefined, key: string): Value | undefined {
  return value?.kind === "map" ? entryOf(value, key)?.value : undefined;
}

/** The values right inside a mapping or a list; none of any other value. */
export function partsOf(value: Value): readonly Value[] {
  if (value.kind === "list") return value.items;
  return value.kind === "map" ? value.entries.map((entry) => entry.value) : NO_VALUES;
}

/** The same, each with its key or index. */
export function keyedParts(value: Value): readonly (readonly [key: string, part: Value])[] {
  if (value.kind === "list") return value.items.map((item, index) => [String(index), item]);
  return mapEntries(value).map((entry) => [entry.key, entry.value]);
}

/** Whether something holds of a value or of one inside it, at any depth. */
export function someValue(value: Value, holds: (each: Value) => boolean): boolean {
  if (holds(value)) return true;
  if (value.kind === "list") return value.items.some((item) => someValue(item, holds));
  return value.kind === "map" && value.entries.some((entry) => someValue(entry.value, holds));
}

/** A value with other ones right inside it; itself where none of them differs. */
export function withParts(value: Value, other: (part: Value, key: string) => Value): Value {
  if (value.kind === "list") {
    const items = value.items.map((item, index) => other(item, String(index)));
    return items.every((item, index) => item === value.items[index]) ? value : { ...value, items };
  }
  if (value.kind !== "map") return value;
  const entries = value.entries.map((entry) => {
    const part = other(entry.value, entry.key);
    return part === entry.value ? entry : { ...entry, value: part };
  });
  return entries.every((entry, index) => entry === value.entries[index]) ? value : { ...value, entries };
}

/** Whether a value is a mapping without keys. */
export function isEmptyMap(value: Value): boolean {
  return value.kind === "map" && value.entries.length === 0;
}

export interface Leaf {
  readonly path: ParameterPath;
  readonly value: Value;
}

/** The values below one that hold no others: scalars, empty mappings, and lists as a whole; or the value itself. */
export function leavesOf(value: Value, path: ParameterPath): readonly Leaf[] {
  const entries = mapEntries(value);
  if (entries.length === 0) return [{ path, value }];
  return entries.flatMap((entry) => leavesOf(entry.value, [...path, entry.key]));
}
