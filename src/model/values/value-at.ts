import { mapMember } from "./inside.ts";
import type { ParameterPath } from "./parameter-path.ts";
import { entryOf, type Value } from "./value.ts";

/**
 * The value at a path below another value, or undefined. In lists a key is an index; negative ones count from the
 * end, as in references. In a list of names it is a name, before it is an index.
 */
export function valueAt(value: Value, path: ParameterPath): Value | undefined {
  let at: Value | undefined = value;
  for (const key of path) at = at === undefined ? undefined : child(at, key);
  return at;
}

/** The keys below a value: the keys of a mapping, or the indexes of a list. */
export function childKeys(value: Value): readonly string[] {
  switch (value.kind) {
    case "map":
      return value.entries.map(({ key }) => key);
    case "list":
      return value.items.map((_, index) => String(index));
    case "scalar":
    case "template":
    case "set":
      return [];
  }
}

function child(value: Value, key: string): Value | undefined {
  if (value.kind === "map") return entryOf(value, key)?.value;
  if (value.kind !== "list") return undefined;
  const { items, names } = value;
  const named = names && items.find((item) => item.kind === "scalar" && item.data === key);
  return named ?? (/^-?\d+$/.test(key) ? items.at(Number(key)) : undefined);
}

/**
 * The value at a key below another one, or undefined: one key is one literal key of an object, dots included; in a list
 * it is an index from 0, in decimal digits.
 */
export function valueUnder(value: Value, key: string): Value | undefined {
  if (value.kind === "list") return /^\d+$/.test(key) ? value.items[Number(key)] : undefined;
  return mapMember(value, key);
}
