import { floatText } from "../base/json-text.ts";
import { compareText } from "../base/text-order.ts";
import type { Settings } from "../model/inventory/settings.ts";
import type { ListValue, MapValue, ScalarValue, SetValue, Value } from "../model/values/value.ts";

/**
 * A value as Python's `str` prints it: what reclass puts into text and makes of keys. Sets are in the order written, as
 * Python's own differs from run to run; a template is its text. Never fails.
 */
export function pythonStr(value: Value): string {
  if (value.kind === "template") return value.text;
  if (value.kind !== "scalar" || typeof value.data !== "string" || value.type === "binary") return pythonRepr(value);
  return value.data;
}

/** A value as Python's `repr` prints it, which is also how it looks inside a printed list or mapping. Never fails. */
export function pythonRepr(value: Value): string {
  switch (value.kind) {
    case "scalar":
      return scalarRepr(value);
    case "template":
      return textRepr(value.text);
    case "list":
      return listRepr(value);
    case "map":
      return mapRepr(value);
    case "set":
      return setRepr(value);
  }
}

function listRepr(list: ListValue): string {
  const items = list.items.map(pythonRepr).join(", ");
  if (list.tuple !== true) return `[${items}]`;
  return list.items.length === 1 ? `(${items},)` : `(${items})`;
}

function mapRepr(map: MapValue): string {
  return `{${map.entries.map(({ keyNode, value }) => `${scalarRepr(keyNode)}: ${pythonRepr(value)}`).join(", ")}}`;
}

function setRepr(set: SetValue): string {
  return set.items.length === 0 ? "set()" : `{${set.items.map(scalarRepr).join(", ")}}`;
}

function scalarRepr({ type, data }: ScalarValue): string {
  if (typeof data === "string") return stringRepr(type, data);
  if (typeof data === "number") return type === "float" ? floatRepr(data) : String(data);
  if (typeof data === "boolean") return data ? "True" : "False";
  return data === null ? "None" : String(data);
}

function floatRepr(data: number): string {
  if (Number.isFinite(data)) return floatText(data);
  return Number.isNaN(data) ? "nan" : data > 0 ? "inf" : "-inf";
}

function stringRepr(type: ScalarValue["type"], data: string): string {
  if (type === "date") return `datetime.date(${numbers(data).join(", ")})`;
  if (type === "datetime") return datetimeRepr(data);
  return type === "binary" ? bytesRepr(data) : textRepr(data);
}

const NAMED: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** Text printed unchanged between single quotes; the pattern for the rest of Unicode takes a while to compile. */
const AS_IT_IS = /^[ !-&(-[\]-~]*$/;

/** Text between quotes: double quotes only if that saves an escape. */
function textRepr(text: string): string {
  return AS_IT_IS.test(text) ? `'${text}'` : quoted(text, /[\\\t\n\r]|(?! )[\p{C}\p{Z}]/gu);
}

function quoted(text: string, unprinted: RegExp): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = text.replace(unprinted, (character) => NAMED[character] ?? escaped(character));
  return quote + (quote === "'" ? inner.replaceAll("'", "\\'") : inner) + quote;
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}

function bytesRepr(base64: string): string {
  return `b${quoted(Buffer.from(base64, "base64").toString("latin1"), /[^ -~]|\\/g)}`;
}

/** `2001-12-14 21:59:43.100000+02:00` as a Python call; zero microseconds, and then zero seconds, are left out. */
function datetimeRepr(printed: string): string {
  const [, moment = "", sign = "", zone = ""] = /^([^+]*?)(?:([+-])(\d\d:\d\d(?::\d\d)?))?$/.exec(printed) ?? [];
  const [year, month, day, hour, minute, second = 0, micro = 0] = numbers(moment);
  const args = [year, month, day, hour, minute];
  if (second !== 0 || micro !== 0) args.push(second);
  if (micro !== 0) args.push(micro);
  const tzinfo = sign === "" ? "" : `, tzinfo=${zoneRepr(sign, numbers(zone))}`;
  return `datetime.datetime(${args.join(", ")}${tzinfo})`;
}

const DAY = 86400;

function zoneRepr(sign: string, [hours = 0, minutes = 0, odd = 0]: readonly number[]): string {
  const seconds = hours * 3600 + minutes * 60 + odd;
  if (seconds === 0) return "datetime.timezone.utc";
  const delta = sign === "-" ? `days=-1, seconds=${DAY - seconds}` : `seconds=${seconds}`;
  return `datetime.timezone(datetime.timedelta(${delta}))`;
}

function numbers(text: string): readonly number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

/** A value inside a reference: Python's `str`, or with `reference_defaults` as reclass-rs 0.11 does. Never fails. */
export function textInReference(value: Value, settings: Pick<Settings, "reference_defaults">): string {
  return settings.reference_defaults ? reclassRsText(value) : pythonStr(value);
}

/**
 * A value as reclass-rs 0.11 prints it. Lists and maps are JSON with sorted keys, in which every number is a float; a float
 * alone is as Rust prints it, a null is `null`, and any other scalar is as Python's `str` gives it.
 */
export function reclassRsText(value: Value): string {
  if (value.kind !== "scalar") return jsonText(value);
  if (value.type === "null") return "null";
  if (value.type === "float" && typeof value.data === "number") return rustFloatText(value.data).replace("e+", "e");
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
  const text = rustFloatText(Number(data));
  return Number.isFinite(Number(data)) ? text : JSON.stringify(text);
}

/** A float with the fewest digits that give it back; with an exponent from 1e16 on, and below 1e-5. */
function rustFloatText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? ".nan" : value > 0 ? ".inf" : "-.inf";
  if (Object.is(value, -0)) return "-0.0";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-5)) return value.toExponential();
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
