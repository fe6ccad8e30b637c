import { networkOf } from "../../base/ip-address.ts";
import { didYouMean, similar } from "../../base/similar.ts";
import { isFormat, isFormatName } from "../../model/contracts/formats.ts";
import type { TypeShape } from "../../model/contracts/keywords.ts";
import type { FoundKey, TestContext, ValueTest } from "../../model/contracts/value-test.ts";
import { jsonEntries, jsonItems, jsonNumber, jsonText } from "../../model/values/json-form.ts";
import type { Value } from "../../model/values/value.ts";
import { isOfType } from "./assertions.ts";
import { allHold, inside, type Testing } from "./schema-reading.ts";

interface NamedType {
  /** What a value must be, with its article. */
  readonly words: string;
  holds(value: Value, context: TestContext): boolean;
  hint?(value: Value): string | undefined;
}

export type ReadType =
  | { readonly kind: "type"; readonly test: ValueTest; readonly asksNodes: boolean }
  | { readonly kind: "fault"; readonly message: string; readonly hint?: string };

const JSON_TYPES: Readonly<Record<string, readonly [type: string, words: string]>> = {
  text: ["string", "text"],
  boolean: ["boolean", "true or false"],
  integer: ["integer", "a whole number"],
  number: ["number", "a number"],
  list: ["array", "a list"],
  mapping: ["object", "a mapping"],
  null: ["null", "null"],
};

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  ip: "an IP address",
  cidr: "a network, ADDRESS/PREFIX",
  hostname: "a host name",
  fqdn: "a host name with its domain",
  mac: "a MAC address",
  url: "a URL",
  path: "a path that begins with /",
  duration: "a duration as 90s or 1h30m",
  size: "a size as 10G or 1.5GiB",
  date: "a date, YYYY-MM-DD",
};

/** The names of the short types: rule K6 of docs/concepts/contracts.md. */
const TYPE_NAMES: readonly string[] = ["any", "port", "node", ...Object.keys(JSON_TYPES), ...Object.keys(FORMAT_WORDS)];

/** Reads a short type of this shape. */
export function readType(shape: TypeShape): ReadType {
  if (shape.kind !== "names") {
    const inner = readType(shape.of);
    if (inner.kind === "fault") return inner;
    return { ...inner, test: shape.kind === "list" ? listOf(inner.test) : mappingOf(inner.test) };
  }
  const { names } = shape;
  const unknown = names.find((name) => !TYPE_NAMES.includes(name));
  if (unknown !== undefined) return unknownType(unknown);
  return { kind: "type", test: oneOf(names.map(namedType)), asksNodes: names.includes("node") };
}

function unknownType(name: string): ReadType {
  const hint = didYouMean(similar(name, TYPE_NAMES));
  const known = hint ?? `types are ${TYPE_NAMES.join(", ")}, list of T, mapping of T, T or T`;
  return { kind: "fault", message: `there is no type ${JSON.stringify(name)}`, hint: known };
}

function namedType(name: string): NamedType {
  const json = Object.hasOwn(JSON_TYPES, name) ? JSON_TYPES[name] : undefined;
  if (json !== undefined) return { words: json[1], holds: (value) => isOfType(value, json[0]) };
  if (name === "port") return { words: "a port: a whole number from 1 to 65535", holds: isPort };
  if (name === "node")
    return { words: "the name of a node", holds: (value, context) => context.isNode(jsonText(value) ?? "") };
  if (!isFormatName(name)) return { words: "any value", holds: () => true };
  const holds = (value: Value): boolean => {
    const text = jsonText(value);
    return text !== undefined && isFormat(name, text);
  };
  const words = FORMAT_WORDS[name] ?? name;
  return name === "cidr" ? { words, holds, hint: networkHint } : { words, holds };
}

function isPort(value: Value): boolean {
  const number = jsonNumber(value);
  return number !== undefined && isOfType(value, "integer") && number >= 1 && number <= 65535;
}

function networkHint(value: Value): string | undefined {
  const network = networkOf(jsonText(value) ?? "");
  return network && `the network is ${network}`;
}

function oneOf(types: readonly NamedType[]): ValueTest {
  const fault = `must be ${types.map(({ words }) => words).join(", or ")}`;
  return (value, context, report) => {
    if (types.some((type) => type.holds(value, context))) return true;
    const hint = types.map((type) => type.hint?.(value)).find((each) => each !== undefined);
    report?.add(value, fault, hint ?? quoteHint(value, types));
    return false;
  };
}

/** A text that would be right without its quotes, or the other way round. */
function quoteHint(value: Value, types: readonly NamedType[]): string | undefined {
  const wantsText = types.some(({ words }) => words === "text");
  if (wantsText && value.kind === "scalar" && value.type !== "text") return "write it in quotes";
  const text = jsonText(value);
  const wantsNumber = types.some(({ words }) => words.includes("number"));
  return wantsNumber && text !== undefined && /^-?\d+$/.test(text) ? "write it without quotes" : undefined;
}

function listOf(test: ValueTest): ValueTest {
  return (value, context, report) => {
    const items = jsonItems(value);
    if (items === undefined) report?.add(value, "must be a list");
    return items !== undefined && allInside(items.entries(), test, { context, report });
  };
}

function mappingOf(test: ValueTest): ValueTest {
  return (value, context, report) => {
    if (value.kind === "map") return allInside(jsonEntries(value), test, { context, report });
    report?.add(value, "must be a mapping");
    return false;
  };
}

function allInside(parts: Iterable<readonly [FoundKey, Value]>, test: ValueTest, testing: Testing): boolean {
  return allHold(parts, (part) => inside(part, test, testing), testing.report);
}
