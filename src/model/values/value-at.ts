import type { ParameterPath } from "./parameter-path.ts";
import { entryOf, type Value } from "./value.ts";

/**
 * The value at a path below another value, or undefined. In lists a key is an index; negative ones count from the
 * end, as in references.
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
  return value.kind === "list" && /^-?\d+$/.test(key) ? value.items.at(Number(key)) : undefined;
}
