import { DataValue } from "../../encoding/json.ts";
import type { ValueContract } from "../../model/contracts/contract.ts";
import type { Value } from "../../model/values/value.ts";
import type { JsonSchema } from "./value-schema.ts";

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
 * The parts of a contract's schemas that hold for the part of a value that one file has: nothing is required, and any value
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
      return [
        [keyword, Object.fromEntries(Object.entries(given ?? {}).map(([key, part]) => [key, relaxedPart(part)]))],
      ];
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
