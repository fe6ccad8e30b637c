import { compareText } from "../../base/text-order.ts";
import { SharedEntry } from "./shared-entry.ts";
import type { MapEntry, MapValue, ScalarValue, SetValue } from "./value.ts";

/** A scalar as JSON text; see {@link floatText} and {@link isoText} for what JSON cannot say itself. Never fails. */
export function scalarJson(scalar: ScalarValue): string {
  const { data } = scalar;
  if (typeof data === "string") return jsonString(scalar.type === "datetime" ? isoText(data) : data);
  if (typeof data !== "number") return String(data);
  if (!Number.isFinite(data)) return JSON.stringify(floatText(data));
  return scalar.type === "float" ? floatText(data) : String(data);
}

const HIDDEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that JSON escapes
const SPECIAL = /["\\\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]/;

/** Text as a JSON string; other scripts stay as they are, what could steer a terminal is escaped. */
export function jsonString(text: string): string {
  return SPECIAL.test(text) ? steeringEscaped(JSON.stringify(text)) : `"${text}"`;
}

/** JSON text with everything escaped that could steer a terminal or reorder a line and that JSON would let through. */
export function steeringEscaped(json: string): string {
  return json.replace(HIDDEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * The key of an entry as JSON text holds it, which also decides whether two entries have the same key.
 *
 * Keys that folding reached are text already. Inside lists keys keep their type: `true`, `null`, `1`, `1.0`, as
 * Python's json module writes them.
 */
export function keyText(entry: MapEntry): string {
  const { keyNode } = entry;
  if (keyNode.type === "text" || keyNode.type === "binary") return entry.key;
  if (typeof keyNode.data === "string") return keyNode.data;
  return typeof keyNode.data === "number" && keyNode.type === "float" ? floatText(keyNode.data) : String(keyNode.data);
}

/** The entries of a map, each key text once: of equal ones the last counts, as in `entryOf`. */
export function distinctEntries(map: MapValue): readonly MapEntry[] {
  if (map.entries.every(hasTextKey)) return map.entries;
  const last = new Map(map.entries.map((entry) => [keyText(entry), entry]));
  return last.size === map.entries.length ? map.entries : [...last.values()];
}

/** Whether the key of an entry is text: then no other entry of its map has the same. */
export function hasTextKey(entry: MapEntry): boolean {
  return entry instanceof SharedEntry ? entry.hasTextKey : entry.keyNode.type === "text";
}

/** A float as Python prints it: `1.0`, `1e+16`, `1e-05`; `NaN`, `Infinity`, `-Infinity` as its json module does. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return "-0.0";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) {
    return value.toExponential().replace(/([+-])(\d)$/, "$10$2");
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** What Python prints for a time, in ISO form. */
export function isoText(printed: string): string {
  return printed.replace(" ", "T");
}

/** The items of a set in the order in which they are shown: by their text. */
export function sortedItems(set: SetValue): readonly ScalarValue[] {
  return [...set.items].sort(
    (left, right) => compareText(String(left.data), String(right.data)) || compareText(left.type, right.type),
  );
}
