import { compareText } from "../base/text-order.ts";
import type { Settings } from "../model/inventory/settings.ts";
import type { ScalarValue, Value } from "../model/values/value.ts";
import { pythonStr } from "./python.ts";

/**
 * A value inside the path or the default of a reference: as Python's `str` prints it, or, where references can have
 * defaults, as reclass-rs 0.11 does. Never fails.
 */
export function textInReference(value: Value, settings: Pick<Settings, "reference_defaults">): string {
  return settings.reference_defaults ? reclassRsText(value) : pythonStr(value);
}

/**
 * A value as reclass-rs 0.11 writes it into text: lists and mappings as JSON with keys in order and all numbers as
 * floats, null as `null`, the rest as Python's `str`. Never fails.
 */
export function reclassRsText(value: Value): string {
  if (value.kind !== "scalar") return jsonText(value);
  if (value.type === "null") return "null";
  if (value.type === "float" && typeof value.data === "number") return floatText(value.data).replace("e+", "e");
  return pythonStr(value);
}

function jsonText(value: Value): string {
  switch (value.kind) {
    case "scalar":
      return jsonScalar(value);
    case "template":
      return JSON.stringify(value.text);
    case "list":
    case "set":
      return `[${value.items.map(jsonText).join(",")}]`;
    case "map": {
      const texts = new Map(value.entries.map((entry) => [entry.key, jsonText(entry.value)]));
      const sorted = [...texts].sort(([one], [other]) => compareText(one, other));
      return `{${sorted.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
    }
  }
}

function jsonScalar({ data }: ScalarValue): string {
  if (data === null || typeof data === "boolean") return String(data);
  if (typeof data === "string") return JSON.stringify(data);
  const text = floatText(Number(data));
  return Number.isFinite(Number(data)) ? text : JSON.stringify(text);
}

/** A float with the fewest digits that give it back; with an exponent from 1e16 on, and below 1e-5. */
function floatText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? ".nan" : value > 0 ? ".inf" : "-.inf";
  if (Object.is(value, -0)) return "-0.0";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-5)) return value.toExponential();
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
