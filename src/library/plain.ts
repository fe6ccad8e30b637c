import { isoText } from "../base/json-text.ts";
import { distinctEntries, keyText, sortedItems } from "../model/values/entries.ts";
import type { MapValue, ScalarValue, Value } from "../model/values/value.ts";
import type { PlainMap, PlainValue } from "./types.ts";

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
  for (const entry of distinctEntries(map)) plain[keyText(entry)] = plainValue(entry.value);
  return plain;
}

function plainScalar({ type, data }: ScalarValue): PlainValue {
  return type === "datetime" && typeof data === "string" ? isoText(data) : data;
}
