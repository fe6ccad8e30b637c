const NAMES = [
  ...["enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
] as const;

/** A keyword of JSON Schema that a contract may have beside its type: rule K6 of docs/concepts/contracts.md. */
export type ShortKeyword = (typeof NAMES)[number];

const names: ReadonlySet<string> = new Set(NAMES);

export function isShortKeyword(key: string): key is ShortKeyword {
  return names.has(key);
}

/** What a short type is made of: alternative names, or what is in a list or mapping. */
export type TypeShape =
  | { readonly kind: "list" | "mapping"; readonly of: TypeShape }
  | { readonly kind: "names"; readonly names: readonly string[] };

/**
 * Reads a short type: a name, `list of T`, `mapping of T`, `T or T`; `or` binds closer than `of` (rule K6 of
 * docs/concepts/contracts.md). Whether there is a type of a name is not tested. Never fails.
 */
export function typeShape(text: string): TypeShape {
  const [, container, rest] = /^\s*(list|mapping)\s+of\s+(.*)$/s.exec(text) ?? [];
  if (container !== undefined && rest !== undefined) {
    return { kind: container === "list" ? "list" : "mapping", of: typeShape(rest) };
  }
  return { kind: "names", names: text.trim().split(/\s+or\s+/) };
}

/** A schema in the making: keywords by name. Data of the repository is in it as `DataValue`. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}
