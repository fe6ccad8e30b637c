import { floatText } from "../../base/json-text.ts";
import { isFormat } from "../../model/contracts/formats.ts";
import type { ShortKeyword } from "../../model/contracts/keywords.ts";
import type { ValueTest } from "../../model/contracts/value-test.ts";
import { jsonIdentity, jsonItems, jsonKind, jsonMember, jsonNumber, jsonText } from "../../model/values/json-form.ts";
import { shortText } from "../../model/values/short-text.ts";
import type { Value } from "../../model/values/value.ts";
import { reportBadValue, textIn } from "../forms/form.ts";
import { allHold, type Keyword, numberOf, patternOf, simpleTest, textsOf, wholeNumberOf } from "./schema-reading.ts";

/** A test of what is read of a value: one of which nothing is read holds. */
function testOf<Read>(
  read: (value: Value) => Read | undefined,
  holds: (read: Read) => boolean,
  fault: string,
): ValueTest {
  const fits = (value: Value): boolean => {
    const found = read(value);
    return found === undefined || holds(found);
  };
  return simpleTest(fits, fault);
}

/** Whether a value is of a type of JSON Schema. */
export function isOfType(value: Value, type: string): boolean {
  const kind = jsonKind(value);
  if (type !== "integer") return kind === type;
  const number = jsonNumber(value);
  return typeof number === "bigint" || (number !== undefined && Number.isInteger(number));
}

const TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"];

const type: Keyword = (value, { report }) => {
  const named = value.kind === "list" ? value.items : [value];
  const types = named.map((each) => textIn(each) ?? "");
  const isKnown =
    types.length > 0 && new Set(types).size === types.length && types.every((each) => TYPES.includes(each));
  if (!isKnown) return reportBadValue(value, `type must be one of ${TYPES.join(", ")}, or a list of them`, report);
  return simpleTest((each) => types.some((name) => isOfType(each, name)), `must be of type ${types.join(" or ")}`);
};

const constant: Keyword = (value) => {
  const wanted = jsonIdentity(value);
  return simpleTest((each) => jsonIdentity(each) === wanted, `must be ${shortText(value)}`);
};

const choice: Keyword = (value, { report }) => {
  if (value.kind !== "list") return reportBadValue(value, "enum must be a list", report);
  const wanted = new Set(value.items.map(jsonIdentity));
  const fault = `must be one of ${value.items.map(shortText).join(", ")}`;
  return simpleTest((each) => wanted.has(jsonIdentity(each)), fault);
};

type Compare = (number: number | bigint, bound: number | bigint) => boolean;

function bound(name: string, holds: Compare, words: string): Keyword {
  return (value, reading) => {
    const limit = numberOf(value, name, reading);
    if (limit === undefined) return undefined;
    return testOf(jsonNumber, (number) => holds(number, limit), `must be ${words} ${shortText(value)}`);
  };
}

const multipleOf: Keyword = (value, reading, schema) => {
  const factor = numberOf(value, "multipleOf", reading);
  if (factor === undefined) return undefined;
  if (factor <= 0) return reportBadValue(value, "multipleOf must be above 0", reading.report);
  return bound("multipleOf", isMultiple, "a multiple of")(value, reading, schema);
};

type Size = (value: Value) => number | undefined;

const textSize: Size = (value) => {
  const text = jsonText(value);
  return text === undefined ? undefined : [...text].length;
};
const listSize: Size = (value) => jsonItems(value)?.length;
const mapSize: Size = (value) => (value.kind === "map" ? new Set(value.entries.map(({ key }) => key)).size : undefined);

function size(
  name: string,
  sizeOf: Size,
  { isLeast, unit }: { readonly isLeast: boolean; readonly unit: string },
): Keyword {
  return (value, reading) => {
    const limit = wholeNumberOf(value, name, reading.report);
    if (limit === undefined) return undefined;
    const fits = (found: number): boolean => (isLeast ? found >= limit : found <= limit);
    const units = limit === 1 ? unit.replace(/s$/, "") : unit;
    return testOf(sizeOf, fits, `must have at ${isLeast ? "least" : "most"} ${limit} ${units}`);
  };
}

/** The test of a pattern, which need not match the whole text. */
const pattern: Keyword = (value, { report }) => {
  const source = textIn(value);
  if (source === undefined) return reportBadValue(value, "pattern must be text", report);
  const compiled = patternOf(source, value, report);
  return compiled && testOf(jsonText, (text) => compiled.isIn(text), `must match ${source}`);
};

const uniqueItems: Keyword = (value, { report }) => {
  if (value.kind !== "scalar" || typeof value.data !== "boolean")
    return reportBadValue(value, "uniqueItems must be true or false", report);
  if (!value.data) return undefined;
  const isOnce = (items: readonly Value[]): boolean => new Set(items.map(jsonIdentity)).size === items.length;
  return testOf(jsonItems, isOnce, "must not have an item twice");
};

const required: Keyword = (value, reading) => {
  const names = textsOf(value, "required", reading);
  return names && lacksNone(names);
};

function lacksNone(names: readonly string[]): ValueTest {
  return (value, _, report) => {
    if (value.kind !== "map") return true;
    const lacking = names.filter((name) => jsonMember(value, name) === undefined);
    if (lacking.length > 0) report?.add(value, `must have ${lacking.join(", ")}`);
    return lacking.length === 0;
  };
}

const dependentRequired: Keyword = (value, reading) => {
  if (value.kind !== "map") return reportBadValue(value, "dependentRequired must be a mapping", reading.report);
  const tests = value.entries.map(({ key, value: names }) => {
    return { key, test: lacksNone(textsOf(names, "dependentRequired", reading) ?? []) };
  });
  return (each, context, report) => {
    if (each.kind !== "map") return true;
    const met = tests.filter(({ key }) => jsonMember(each, key) !== undefined);
    return allHold(met, ({ test }) => test(each, context, report), report);
  };
};

/** Of formats, those of which the short types hold too are tested; all others are for people. */
const format: Keyword = (value, { report }) => {
  const name = textIn(value);
  if (name === undefined) return reportBadValue(value, "format must be text", report);
  if (name !== "ipv4" && name !== "ipv6" && name !== "date") return undefined;
  return testOf(jsonText, (text) => isFormat(name, text), `must be of format ${name}`);
};

/** The keywords that a contract may have beside its type. */
export const SHORT_KEYWORDS: Readonly<Record<ShortKeyword, Keyword>> = {
  enum: choice,
  const: constant,
  minimum: bound("minimum", (number, limit) => number >= limit, "at least"),
  maximum: bound("maximum", (number, limit) => number <= limit, "at most"),
  exclusiveMinimum: bound("exclusiveMinimum", (number, limit) => number > limit, "above"),
  exclusiveMaximum: bound("exclusiveMaximum", (number, limit) => number < limit, "below"),
  multipleOf,
  minLength: size("minLength", textSize, { isLeast: true, unit: "characters" }),
  maxLength: size("maxLength", textSize, { isLeast: false, unit: "characters" }),
  pattern,
  minItems: size("minItems", listSize, { isLeast: true, unit: "items" }),
  maxItems: size("maxItems", listSize, { isLeast: false, unit: "items" }),
  uniqueItems,
  minProperties: size("minProperties", mapSize, { isLeast: true, unit: "keys" }),
  maxProperties: size("maxProperties", mapSize, { isLeast: false, unit: "keys" }),
};

const OTHERS = { type, required, dependentRequired, format };
export const ASSERTIONS: Readonly<Record<string, Keyword>> = { ...SHORT_KEYWORDS, ...OTHERS };

/** A number as written in decimal: `digits` without a point, divided by ten `scale` times. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Whether a number is a whole multiple of another, exactly as both are written in decimal. */
function isMultiple(number: number | bigint, of: number | bigint): boolean {
  const [one, other] = [decimalOf(number), decimalOf(of)];
  const scale = Math.max(one.scale, other.scale);
  return scaled(one, scale) % scaled(other, scale) === 0n;
}

function scaled({ digits, scale }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(to - scale);
}

function decimalOf(number: number | bigint): Decimal {
  const text = typeof number === "bigint" ? String(number) : floatText(number);
  const [mantissa = "", exponent = "0"] = text.split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}
