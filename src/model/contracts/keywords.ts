const NAMES = [
  "enum",
  "const",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
] as const;

/** A keyword of JSON Schema that a contract may have beside its type: rule K6 of docs/concepts/contracts.md. */
export type ShortKeyword = (typeof NAMES)[number];

const names: ReadonlySet<string> = new Set(NAMES);

export function isShortKeyword(key: string): key is ShortKeyword {
  return names.has(key);
}
