import type { JsonSchema } from "./type-schema.ts";

/** Keywords that look at each other's: parts with some of one set are kept apart. */
const TOGETHER: readonly ReadonlySet<string>[] = [
  new Set(["properties", "patternProperties", "additionalProperties"]),
  new Set(["prefixItems", "items"]),
  new Set(["if", "then", "else"]),
  new Set(["contains", "minContains", "maxContains"]),
];

/** One schema that holds where all do: keywords beside each other where they do not meet, else under `allOf`. */
export function together(parts: readonly JsonSchema[]): JsonSchema {
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
