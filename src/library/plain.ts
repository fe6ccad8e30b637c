import { isoText } from "../base/json-text.ts";
import { DataValue, isIterable } from "../encoding/json.ts";
import { keyText, sortedItems, uniqueEntries } from "../model/values/entries.ts";
import type { MapValue, ScalarValue, Value } from "../model/values/value.ts";
import type { PlainMap, PlainValue } from "../report/data/types.ts";

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
