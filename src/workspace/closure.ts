import type { Definition } from "../model/definition.ts";
import type { Inventory } from "../model/inventory.ts";

/**
 * The files that nodes lead to through the names of their classes, level by level: each level is to be loaded before the
 * next is asked for. Names that hold references are left out, as only resolving tells what they mean.
 */
export function* filesOf(inventory: Inventory, names: readonly string[]): Generator<readonly string[]> {
  const paths = (kind: "node" | "class", of: readonly string[]) =>
    of.flatMap((name) => inventory.fileOf(kind, name) ?? []);
  const seen = new Set<string>();
  yield paths("node", names);
  let level: readonly Definition[] = names.flatMap((name) => inventory.node(name) ?? []);
  while (level.length > 0) {
    const fresh = [...new Set(level.flatMap(mentioned))].filter((name) => !seen.has(name));
    for (const name of fresh) seen.add(name);
    yield paths("class", fresh);
    level = fresh.flatMap((name) => inventory.class(name) ?? []);
  }
}

function mentioned({ classes }: Definition): readonly string[] {
  return classes.flatMap(({ name, template }) => (template === undefined ? [name] : []));
}
