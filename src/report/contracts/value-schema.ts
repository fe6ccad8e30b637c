import { DataValue } from "../../encoding/json.ts";
import type { ValueContract } from "../../model/contracts/contract.ts";
import { formatPattern } from "../../model/contracts/formats.ts";
import { isShortKeyword, type JsonSchema, type TypeShape, typeShape } from "../../model/contracts/keywords.ts";
import { holdsMarker } from "../../model/secrets/secrets.ts";
import { entryOf, isMap, type MapEntry, type Value } from "../../model/values/value.ts";
import { mapMember, someValue } from "../../model/values/value-at.ts";

/** What a contract asks of its value, as schemas that must all hold. Values of secrets are left out. Never fails. */
export function askedSchemas({ says }: ValueContract, define: Define): readonly JsonSchema[] {
  const asked = says.entries.filter(({ value }) => !holdsMarker(value));
  const type = asked.find(({ key }) => key === "type")?.value;
  const schema = asked.find(({ key }) => key === "schema")?.value;
  const keywords = asked.filter(({ key }) => isShortKeyword(key));
  return [
    ...(type === undefined ? [] : [typeSchema(typeShape(textOf(type)))]),
    Object.fromEntries(keywords.map(({ key, value }) => [key, new DataValue(value)])),
    ...(schema === undefined ? [] : [ownSchema(schema, define)]),
  ];
}

/** What a contract says for people; its id, owner and unit are a comment. */
export function annotations({ of, says }: ValueContract): JsonSchema {
  const text = (key: string) => {
    const value = entryOf(says, key)?.value;
    return value === undefined ? undefined : textOf(value);
  };
  const parts = [
    `contract ${of.id}`,
    ...["owner", "unit"].flatMap((key) => (text(key) ? [`${key} ${text(key)}`] : [])),
  ];
  const given = (key: string) => says.entries.find((each) => each.key === key && !holdsMarker(each.value))?.value;
  const [fallback, example, deprecated] = [given("default"), given("example"), given("deprecated")];
  const isDeprecated = deprecated !== undefined && !(deprecated.kind === "scalar" && deprecated.data === false);
  return {
    ...(text("description") !== undefined && { description: text("description") }),
    default: fallback && new DataValue(fallback),
    ...(isDeprecated && { deprecated: true }),
    ...(example !== undefined && { examples: [new DataValue(example)] }),
    $comment: parts.join(", "),
  };
}

function textOf(value: Value): string {
  return value.kind === "scalar" ? String(value.data) : "";
}

/** A written schema. What refers to its own parts becomes a definition, so that its references can be kept. */
function ownSchema(schema: Value, define: Define): JsonSchema {
  const written = members(schema);
  if (written === undefined) return { allOf: [new DataValue(schema)] };
  return holdsReference(schema) ? define(schema, written) : written;
}

/** Makes a definition of a written schema, whose keywords are given, too. */
export type Define = (schema: Value, keywords: JsonSchema) => JsonSchema;

function holdsReference(schema: Value): boolean {
  return someValue(schema, (value) => mapMember(value, "$ref") !== undefined);
}

const OF_VALUES: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

/** A written schema at another place of a document: references to its parts lead there. */
export function movedSchema(schema: Value, place: string): unknown {
  if (schema.kind === "list") return schema.items.map((item) => movedSchema(item, place));
  if (!isMap(schema)) return new DataValue(schema);
  return Object.fromEntries(
    schema.entries.map(({ key, value }) => {
      if (key === "$ref" && value.kind === "scalar") return [key, String(value.data).replace(/^#(?=\/|$)/, place)];
      return [key, OF_VALUES.has(key) ? new DataValue(value) : movedSchema(value, place)];
    }),
  );
}

/** The keywords of a schema whose parts are schemas, alone, by name, or in a list. */
const PARTS: ReadonlySet<string> = new Set(["additionalProperties", "items"]);
const NAMED_PARTS: ReadonlySet<string> = new Set(["properties", "patternProperties"]);

/** A written schema as keywords; undefined for `true` and `false`. */
function members(schema: Value): JsonSchema | undefined {
  if (!isMap(schema)) return undefined;
  return Object.fromEntries(schema.entries.map((entry) => [entry.key, member(entry)]));
}

function member({ key, value }: MapEntry): unknown {
  if (PARTS.has(key)) return members(value) ?? new DataValue(value);
  if (NAMED_PARTS.has(key) && isMap(value)) {
    return Object.fromEntries(
      value.entries.map(({ key: name, value: part }) => [name, members(part) ?? new DataValue(part)]),
    );
  }
  return new DataValue(value);
}

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const LABEL = "[A-Za-z\\d](?:[A-Za-z\\d-]{0,61}[A-Za-z\\d])?";

const text = { type: "string" };
const ipv4 = { ...text, format: "ipv4", pattern: `^(?:${OCTET}\\.){3}${OCTET}$` };
const ipv6 = { ...text, format: "ipv6", pattern: "^[\\dA-Fa-f:.]*:[\\dA-Fa-f:.]*$" };

/** The short types as JSON Schema: rule K6 of docs/concepts/contracts.md. */
const NAMED: Readonly<Record<string, JsonSchema>> = {
  any: {},
  text,
  boolean: { type: "boolean" },
  integer: { type: "integer" },
  number: { type: "number" },
  list: { type: "array" },
  mapping: { type: "object" },
  null: { type: "null" },
  port: { type: "integer", minimum: 1, maximum: 65535 },
  ipv4,
  ipv6,
  ip: { anyOf: [ipv4, ipv6] },
  cidr: { ...text, pattern: "^[\\dA-Fa-f:.]+/\\d{1,3}$" },
  hostname: { ...text, format: "hostname", maxLength: 253, pattern: `^${LABEL}(?:\\.${LABEL})*$` },
  fqdn: { ...text, format: "hostname", maxLength: 253, pattern: `^${LABEL}(?:\\.${LABEL})+$` },
  mac: { ...text, pattern: formatPattern("mac") },
  url: { ...text, format: "uri", pattern: formatPattern("url") },
  path: { ...text, pattern: formatPattern("path") },
  duration: { ...text, pattern: formatPattern("duration") },
  size: { ...text, pattern: formatPattern("size") },
  date: { ...text, format: "date", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
  node: text,
};

/** A short type as JSON Schema. What a pattern cannot say, such as bits of a host, is left out. Never fails. */
function typeSchema(shape: TypeShape): JsonSchema {
  switch (shape.kind) {
    case "list":
      return { type: "array", items: typeSchema(shape.of) };
    case "mapping":
      return { type: "object", additionalProperties: typeSchema(shape.of) };
    case "names": {
      const [first = {}, ...rest] = shape.names.map((name) => NAMED[name] ?? {});
      return rest.length === 0 ? first : { anyOf: [first, ...rest] };
    }
  }
}

/** A text with a reference, whose value is known only when it is filled in. */
export const REFERENCE: JsonSchema = { type: "string", pattern: "\\$\\{" };

const FOR_PEOPLE: ReadonlySet<string> = new Set([
  ...["title", "description", "default", "deprecated", "examples", "$comment"],
]);

/** A schema for a value that may be a text with a reference instead. What is for people stays outside. */
export function orReference(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema);
  const asked = entries.filter(([keyword]) => !FOR_PEOPLE.has(keyword));
  const shown = Object.fromEntries(entries.filter(([keyword]) => FOR_PEOPLE.has(keyword)));
  return asked.length === 0 ? shown : { ...shown, if: { $ref: "#/$defs/reference" }, else: Object.fromEntries(asked) };
}

/** Keywords that a part of a mapping or list meets if the whole does, and a single value that one layer gives. */
const OF_PARTS: ReadonlySet<string> = new Set([
  ...["type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["minLength", "maxLength", "pattern", "format", "title", "description", "default", "deprecated", "examples"],
]);

/**
 * The parts of a contract's schemas that hold for what one file has of the value: nothing is required, and any value
 * inside may be a text with a reference (rule K37 of docs/concepts/contracts.md).
 */
export function ofPart(asked: readonly JsonSchema[], { merge }: ValueContract): JsonSchema {
  const parts = asked.map(relaxed);
  // An item of a list may be one that takes another away.
  return joinedSchema(merge?.knockout === undefined ? parts : parts.map(({ items: _, ...rest }) => rest));
}

function relaxed(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, given]): readonly (readonly [string, unknown])[] => {
      if (OF_PARTS.has(keyword)) return [[keyword, given]];
      if (keyword === "enum" || keyword === "const") return isOfScalars(given) ? [[keyword, given]] : [];
      if (keyword === "anyOf" && Array.isArray(given)) return [[keyword, given.map(relaxed)]];
      if (keyword === "items" || keyword === "additionalProperties") return [[keyword, relaxedPart(given)]];
      if (keyword !== "properties" && keyword !== "patternProperties") return [];
      const parts = Object.entries(given ?? {}).map(([key, part]) => [key, relaxedPart(part)]);
      return [[keyword, Object.fromEntries(parts)]];
    }),
  );
}

/** What a schema says by `true` or `false` is left out: `false` would refuse keys with a prefix. */
function relaxedPart(part: unknown): JsonSchema {
  return isSchema(part) ? orReference(relaxed(part)) : {};
}

function isSchema(part: unknown): part is JsonSchema {
  return typeof part === "object" && part !== null && !(part instanceof DataValue);
}

/** Whether one layer gives such a value whole. */
function isOfScalars(given: unknown): boolean {
  if (!(given instanceof DataValue)) return false;
  const value: Value = given.value;
  return (value.kind === "list" ? value.items : [value]).every(({ kind }) => kind === "scalar");
}

/** Keywords that look at each other's: parts with some of one set are kept apart. */
const TOGETHER: readonly ReadonlySet<string>[] = [
  new Set(["properties", "patternProperties", "additionalProperties"]),
  new Set(["prefixItems", "items"]),
  new Set(["if", "then", "else"]),
  new Set(["contains", "minContains", "maxContains"]),
];

/** One schema that holds where all do: keywords beside each other where they do not meet, else under `allOf`. */
export function joinedSchema(parts: readonly JsonSchema[]): JsonSchema {
  let joined: JsonSchema = {};
  const others: JsonSchema[] = [];
  for (const part of parts) {
    if (isApart(joined, part)) joined = { ...joined, ...part };
    else others.push(part);
  }
  return others.length === 0 ? joined : { ...joined, allOf: others };
}

function isApart(one: JsonSchema, other: JsonSchema): boolean {
  const meets = (keyword: string) => keyword in one && !(keyword === "type" && one[keyword] === other[keyword]);
  if (Object.keys(other).some(meets)) return false;
  return !TOGETHER.some((set) => hasSome(one, set) && hasSome(other, set));
}

function hasSome(schema: JsonSchema, keywords: ReadonlySet<string>): boolean {
  return Object.keys(schema).some((keyword) => keywords.has(keyword));
}
