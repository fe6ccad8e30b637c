import { isDay } from "../../base/moment.ts";
import type { ScalarValue } from "../../model/values/value.ts";
import type { YamlFault } from "./fault.ts";

export type ScalarReading = TypedScalar | YamlFault;

export type TypedScalar = Pick<ScalarValue, "type" | "data">;

/** A plain scalar as PyYAML 6.0 reads YAML 1.1. Dates that do not exist, and `=` and `<<` alone, are faults. */
export function plainScalar(text: string): ScalarReading {
  switch (FIRST[text.charCodeAt(0)]) {
    case WORD:
      return words.get(text) ?? { type: "text", data: text };
    case NUMBER:
      return numberOrDate(text);
    case SPECIAL:
      return text === "=" || text === "<<" ? unquoted(text) : { type: "text", data: text };
    default:
      return text === "" ? NULL : { type: "text", data: text };
  }
}

const [WORD, NUMBER, SPECIAL] = [1, 2, 3];

/** The types that a plain scalar can have, by its first character. */
const FIRST = new Uint8Array(65536);
for (const letter of "yYnNtTfFoO~") FIRST[letter.charCodeAt(0)] = WORD;
for (const letter of "-+0123456789.") FIRST[letter.charCodeAt(0)] = NUMBER;
for (const letter of "=<") FIRST[letter.charCodeAt(0)] = SPECIAL;

const NULL: TypedScalar = { type: "null", data: null };
const TRUE: TypedScalar = { type: "bool", data: true };
const FALSE: TypedScalar = { type: "bool", data: false };

const words = new Map<string, TypedScalar>([["~", NULL]]);
for (const [word, reading] of [
  ["null", NULL],
  ["yes", TRUE],
  ["true", TRUE],
  ["on", TRUE],
  ["no", FALSE],
  ["false", FALSE],
  ["off", FALSE],
] as const) {
  for (const form of [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]) words.set(form, reading);
}

const INT =
  /^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/;

const FLOAT =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

const TIMESTAMP =
  /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/;

function numberOrDate(text: string): ScalarReading {
  if (INT.test(text)) return intScalar(text);
  if (FLOAT.test(text)) return floatScalar(text);
  if (TIMESTAMP.test(text)) return timestampScalar(text);
  return { type: "text", data: text };
}

function unquoted(text: string): YamlFault {
  return { fault: `a plain ${text} has no value`, hint: `write "${text}" with quotes` };
}

/** `yes`, `no` and the like in any mix of cases, as `!!bool` reads them. */
export function boolScalar(text: string): ScalarReading {
  const word = words.get(text.toLowerCase());
  return word?.type === "bool" ? word : { fault: "the text is not a boolean" };
}

/** A whole number as PyYAML makes it: decimal, octal, hexadecimal, binary or base 60, underscores dropped. */
export function intScalar(text: string): ScalarReading {
  if (/^[1-9][0-9]{0,14}$/.test(text)) return { type: "int", data: Number(text) };
  const [sign, digits] = signAndDigits(text);
  const size = digits.length > MOST_DIGITS ? undefined : intSize(digits);
  if (size === undefined) return { fault: "the text is not a whole number" };
  const data = sign * size;
  const exact = data >= Number.MIN_SAFE_INTEGER && data <= Number.MAX_SAFE_INTEGER;
  return { type: "int", data: exact ? Number(data) : data };
}

/** Python converts no longer run of digits, and git knows no longer numbers. */
export const MOST_DIGITS = 4300;

function intSize(digits: string): bigint | undefined {
  if (/^0b[01]+$/.test(digits) || /^0x[0-9a-fA-F]+$/.test(digits)) return BigInt(digits);
  if (/^0o?[0-7]+$/.test(digits)) return BigInt(`0o${digits.replace(/^0o?/, "")}`);
  if (digits === "0") return 0n;
  const parts = digits.split(":");
  if (digits.startsWith("0") || !parts.every((part) => /^\s*\d+\s*$/.test(part))) return undefined;
  return parts.reduce((size, part) => size * 60n + BigInt(part), 0n);
}

/** A number with a fraction, an infinity or not-a-number as PyYAML makes it. */
export function floatScalar(text: string): ScalarReading {
  const [sign, digits] = signAndDigits(text.toLowerCase());
  const size = floatSize(digits);
  return size === undefined ? { fault: "the text is not a number" } : { type: "float", data: Number(sign) * size };
}

function floatSize(digits: string): number | undefined {
  if (digits === ".inf") return Number.POSITIVE_INFINITY;
  if (digits === ".nan") return Number.NaN;
  const parts = digits.split(":").map(pythonFloat);
  let [size, base] = [0, 1];
  for (const part of parts.reverse()) {
    if (part === undefined) return undefined;
    size += part * base;
    base *= 60;
  }
  return size;
}

function pythonFloat(text: string): number | undefined {
  const digits = text.trim();
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/.test(digits)) return Number(digits);
  if (/^[-+]?inf(?:inity)?$/.test(digits)) return digits.startsWith("-") ? -Infinity : Infinity;
  return /^[-+]?nan$/.test(digits) ? Number.NaN : undefined;
}

function signAndDigits(text: string): readonly [bigint, string] {
  const digits = text.replaceAll("_", "");
  const sign = digits.startsWith("-") ? -1n : 1n;
  return [sign, /^[-+]/.test(digits) ? digits.slice(1) : digits];
}

const MOMENT =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.(\d*))?(?:[ \t]*(?:(Z)|([-+])(\d\d?)(?::(\d\d))?))?)?$/;

/** A date, or a date with time, as Python's `str` prints it; the zone is kept. */
export function timestampScalar(text: string): ScalarReading {
  const match = MOMENT.exec(text);
  if (match === null) return { fault: "the text is not a timestamp" };
  const [, year = "", month = "", day = "", hour, minute = "", second = "", fraction = ""] = match;
  const date = [year, two(month), two(day)].join("-");
  if (!isDay(date) || year === "0000") return { fault: "there is no such date", hint: QUOTE };
  if (hour === undefined) return { type: "date", data: date };
  const zone = zoneText(match.slice(8));
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59 || zone === undefined) {
    return { fault: "there is no such time", hint: QUOTE };
  }
  const micro = fraction.slice(0, 6).padEnd(6, "0");
  const time = `${two(hour)}:${minute}:${second}${micro === "000000" ? "" : `.${micro}`}`;
  return { type: "datetime", data: `${date} ${time}${zone}` };
}

const QUOTE = "put it in quotes if it is meant as text";

/** A time zone as Python prints it; undefined if its offset is a day or more. */
function zoneText([z, sign, hours = "0", minutes = "0"]: readonly (string | undefined)[]): string | undefined {
  if (z !== undefined) return "+00:00";
  if (sign === undefined) return "";
  const total = Number(hours) * 60 + Number(minutes);
  if (total >= 24 * 60) return undefined;
  const offset = `${two(String(Math.floor(total / 60)))}:${two(String(total % 60))}`;
  return total === 0 ? `+${offset}` : sign + offset;
}

const two = (digits: string): string => digits.padStart(2, "0");
