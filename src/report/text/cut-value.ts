import { withParts } from "../../model/values/inside.ts";
import { textValue, type Value } from "../../model/values/value.ts";
import { counted } from "./count.ts";

/**
 * A value down to some levels: deeper values are only counted. Level 1 is the keys or items of the value itself. Empty
 * values are kept. Never fails.
 */
export function cutBelow(value: Value, levels: number): Value {
  const size = sizeText(value);
  if (size === undefined) return value;
  if (levels === 0) return textValue(size, value.origin);
  return withParts(value, (part) => cutBelow(part, levels - 1));
}

/** `(3 keys)` or `(2 items)` for a mapping or list; undefined for a scalar. */
export function sizeText(value: Value): string | undefined {
  if (value.kind === "map") return value.entries.length === 0 ? undefined : `(${counted(value.entries.length, "key")})`;
  return value.kind === "list" && value.items.length > 0 ? `(${counted(value.items.length, "item")})` : undefined;
}
