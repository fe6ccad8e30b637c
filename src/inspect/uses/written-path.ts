import type { Inventory } from "../../model/inventory/inventory.ts";
import { bareKey, prefixCharacters } from "../../model/values/key-prefix.ts";
import type { Span } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { contentOf } from "./writers.ts";

/** The path of the innermost value of a definition, its key included, in which a place begins; undefined for any other place. */
export function writtenPathOf(inventory: Inventory, place: Span): ParameterPath | undefined {
  const prefixes = prefixCharacters(inventory.settings);
  for (const { sections } of contentOf(inventory, place.file.path)) {
    for (const [section, top] of sections) {
      const path = [section];
      for (let child = childAt(top, place, prefixes); child !== undefined; ) {
        path.push(child.key);
        child = childAt(child.value, place, prefixes);
      }
      if (path.length > 1) return path;
    }
  }
  return undefined;
}

/** The paths of the values at the top of what a file defines, each once, in the order written. */
export function topPathsIn(inventory: Inventory, file: string): readonly ParameterPath[] {
  const prefixes = prefixCharacters(inventory.settings);
  const keys = new Map<string, ParameterPath>();
  for (const { sections } of contentOf(inventory, file)) {
    for (const [section, { entries, plain }] of sections) {
      for (const entry of entries) {
        const key = plain ? entry.key : bareKey(entry.key, prefixes);
        keys.set(`${section} ${key}`, [section, key]);
      }
    }
  }
  return [...keys.values()];
}

interface Child {
  readonly key: string;
  readonly value: Value;
}

function childAt(value: Value, place: Span, prefixes: readonly string[]): Child | undefined {
  const isIn = ({ origin: { file, start, end } }: Value) =>
    file.path === place.file.path && start <= place.start && place.start < end;
  if (value.kind === "map") {
    const found = value.entries.find((entry) => isIn(entry.keyNode) || isIn(entry.value));
    return found && { key: value.plain ? found.key : bareKey(found.key, prefixes), value: found.value };
  }
  if (value.kind !== "list") return undefined;
  const at = value.items.findIndex(isIn);
  const item = value.items[at];
  return item && { key: String(at), value: item };
}
