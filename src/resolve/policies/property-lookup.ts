import { mapMember } from "../../model/values/inside.ts";
import type { Value } from "../../model/values/value.ts";

/**
 * The value at a key below another one, or undefined: one key is one literal key of an object, dots included; in a list
 * it is an index from 0, in decimal digits.
 */
export function valueUnder(value: Value, key: string): Value | undefined {
  if (value.kind === "list") return /^\d+$/.test(key) ? value.items[Number(key)] : undefined;
  return mapMember(value, key);
}
