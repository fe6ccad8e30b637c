import { floatText, isoText, jsonString } from "../../base/json-text.ts";
import { compareText } from "../../base/text-order.ts";
import type { MapEntry, MapValue, ScalarValue, Value } from "./value.ts";
import { entryOf, hasTextKey, keyText, sortedItems, uniqueEntries } from "./value.ts";

/** The kinds of values in JSON, under the names of JSON Schema. */
export type JsonKind = "null" | "boolean" | "number" | "string" | "array" | "object";

/** The kind of a value in the form it has in JSON: dates, binary data and infinities are text, a set is a list. */
export function jsonKind(value: Value): JsonKind {
  switch (value.kind) {
    case "map":
      return "object";
    case "list":
    case "set":
      return "array";
    case "template":
      return "string";
    case "scalar":
      return scalarKind(value);
  }
}

function scalarKind({ type, data }: ScalarValue): JsonKind {
  if (type === "null") return "null";
  if (type === "bool") return "boolean";
  if (type === "int") return "number";
  return type === "float" && Number.isFinite(data) ? "number" : "string";
}

/** The text of a value that is text in JSON; undefined for any other. */
export function jsonText(value: Value): string | undefined {
  if (value.kind === "template") return value.text;
  if (value.kind !== "scalar" || scalarKind(value) !== "string") return undefined;
  const { type, data } = value;
  if (typeof data === "number") return floatText(data);
  return type === "datetime" ? isoText(String(data)) : String(data);
}

/** The number of a value that is a number in JSON; whole ones beyond 2^53 are exact. */
export function jsonNumber(value: Value): number | bigint | undefined {
  if (value.kind !== "scalar" || scalarKind(value) !== "number") return undefined;
  const { data } = value;
  return typeof data === "number" || typeof data === "bigint" ? data : undefined;
}

/** The items of a value that is a list in JSON. */
export function jsonItems(value: Value): readonly Value[] | undefined {
  if (value.kind === "list") return value.items;
  return value.kind === "set" ? sortedItems(value) : undefined;
}

/** The keys and values of a mapping in JSON, each key once. */
export function jsonEntries(map: MapValue): readonly (readonly [key: string, value: Value])[] {
  return uniqueEntries(map).map((entry) => [jsonKey(entry), entry.value]);
}

export function jsonKey(entry: MapEntry): string {
  return hasTextKey(entry) ? entry.key : keyText(entry);
}

/** The value of a mapping at a key as JSON has it. */
export function jsonMember(map: MapValue, key: string): Value | undefined {
  const entry = entryOf(map, key);
  if (entry !== undefined && hasTextKey(entry)) return entry.value;
  return map.entries.findLast((each) => keyText(each) === key)?.value;
}

/** A text that is equal for values that JSON Schema calls equal: 1 is 1.0, the order of keys does not count. */
export function jsonIdentity(value: Value): string {
  switch (value.kind) {
    case "list":
    case "set":
      return `[${(jsonItems(value) ?? []).map(jsonIdentity).join(",")}]`;
    case "map":
      return `{${jsonEntries(value)
        .toSorted(([one], [other]) => compareText(one, other))
        .map(([key, each]) => `${jsonString(key)}:${jsonIdentity(each)}`)
        .join(",")}}`;
    case "template":
      return jsonString(value.text);
    case "scalar":
      return scalarIdentity(value);
  }
}

function scalarIdentity(value: ScalarValue): string {
  const number = jsonNumber(value);
  if (number !== undefined) return numberIdentity(number);
  const text = jsonText(value);
  return text === undefined ? String(value.data) : jsonString(text);
}

/** A whole number has its digits, any other the text that Python prints. */
function numberIdentity(number: number | bigint): string {
  if (typeof number === "bigint") return String(number);
  return Number.isInteger(number) ? String(BigInt(number)) : floatText(number);
}
