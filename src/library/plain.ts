import { isoText } from "../base/json-text.ts";
import { DataValue, isIterable } from "../encoding/json.ts";
import type { PlainMap, PlainValue } from "../model/documents/value.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import { isSection, type ParameterPath, printPath, readPath } from "../model/values/parameter-path.ts";
import type { MapValue, ScalarValue, Value } from "../model/values/value.ts";
import { keyText, placeOf, sortedItems, uniqueEntries } from "../model/values/value.ts";
import { valueAt } from "../model/values/value-at.ts";
import { kept } from "../speed/kept.ts";
import type { GivenPath } from "../workspace/scope/things.ts";
import type { PlainValuePlace, ValuePath } from "./types.ts";

/** A result with plain values, and lists instead of iterables. */
export type Plain<Data> =
  Data extends DataValue<MapValue>
    ? PlainMap
    : Data extends DataValue
      ? PlainValue
      : Data extends string | number | boolean | null
        ? Data
        : Data extends Iterable<infer Item>
          ? readonly Plain<Item>[]
          : { readonly [Name in keyof Data]: Plain<Data[Name]> };

/** A copy of a result for programs, as its JSON: plain data that shares nothing with the original. Never fails. */
export function plainResult<Data>(data: Data): Plain<Data>;
export function plainResult(data: unknown): unknown {
  if (data instanceof DataValue) return plainValue(data.value);
  if (typeof data !== "object" || data === null) return data;
  if (isIterable(data)) return Array.from(data, (item) => plainResult(item));
  const members = Object.entries(data).filter(([, member]) => member !== undefined);
  const plain = Object.fromEntries(members.map(([name, member]) => [name, plainResult(member)]));
  return Object.getPrototypeOf(data) === null ? Object.assign(Object.create(null), plain) : plain;
}

/** A value as plain data, by the table of {@link PlainValue}. Templates are text. Makes new objects; never fails. */
export function plainValue(value: Value): PlainValue {
  switch (value.kind) {
    case "scalar":
      return plainScalar(value);
    case "template":
      return value.text;
    case "list":
      return value.items.map(plainValue);
    case "set":
      return sortedItems(value).map(plainScalar);
    case "map":
      return plainMap(value);
  }
}

/** A mapping as an object without a prototype. */
export function plainMap(map: MapValue): PlainMap {
  const plain: Record<string, PlainValue> = Object.create(null);
  for (const entry of uniqueEntries(map)) plain[keyText(entry)] = plainValue(entry.value);
  return plain;
}

function plainScalar({ type, data }: ScalarValue): PlainValue {
  return type === "datetime" && typeof data === "string" ? isoText(data) : data;
}

/** The place where a value of an inventory is defined, and the layer that defines it. */
export function valuePlace(value: Value, inventory: Inventory): PlainValuePlace {
  const through = value.kind === "template" ? undefined : value.via;
  const via = through && { reference: through.reference, place: placeOf(through.target) };
  return { ...placeOf(value.origin), ...layerOf(value, inventory), via };
}

type NamedLayer = Pick<PlainValuePlace, "layer" | "name">;

function layerOf({ origin }: Value, inventory: Inventory): NamedLayer {
  const found = layersOf(inventory).get(origin.file.path);
  if (found === undefined) return { layer: "settings", name: origin.file.path };
  // Values that heir adds have no text in the node's file.
  const isAutomatic = found.layer === "node" && origin.start === 0 && origin.end === 0;
  return isAutomatic ? { layer: "automatic", name: "_reclass_" } : found;
}

/** By the path of the file. */
const layersOf = kept("shared", (inventory: Inventory): ReadonlyMap<string, NamedLayer> => {
  const named = (layer: "class" | "node", names: readonly string[]) =>
    names.map((name) => [inventory.fileOf(layer, name) ?? "", { layer, name }] as const);
  const { groups, globals } = inventory.groups;
  return new Map<string, NamedLayer>([
    [globals.values.origin.file.path, { layer: "global", name: "globals" }],
    ...[...groups.values()].map(({ id, file }) => [file.path, { layer: "group", name: id }] as const),
    ...named("class", inventory.classNames),
    ...named("node", inventory.nodeNames),
  ]);
});

/**
 * A path as the caller gave it, from the node object on. `whole` is the resolved node; without it, dots are parts of
 * keys. Throws HeirError for text that is not a path, or that is ambiguous.
 */
export function pathFrom(given: ValuePath, whole: Value | undefined): ParameterPath {
  return readGiven(given, whole && ((path) => valueAt(whole, path) !== undefined));
}

/** A path that is read where it is known which paths exist. */
export function givenPath(given: ValuePath): GivenPath {
  const text = typeof given === "string" ? given : printPath(readGiven(given));
  return { text, read: (exists) => readGiven(given, exists) };
}

function readGiven(given: ValuePath, exists?: (path: ParameterPath) => boolean): ParameterPath {
  if (typeof given === "string") return readPath(given, exists, "write it with colons, or give a list of keys");
  const [first] = given;
  return first === undefined || isSection(first) ? [...given] : ["parameters", ...given];
}
