import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ClassMention } from "../../model/inventory/mention.ts";

interface Listing {
  readonly classes: readonly ClassMention[];
}

/**
 * The files that nodes lead to through the names of their classes, level by level: each level is to be loaded before the
 * next is asked for. Names that hold references are left out, as only resolving tells what they mean.
 */
export function* filesOf(inventory: Inventory, names: readonly string[]): Generator<readonly string[]> {
  yield pathsOf(inventory, "node", names);
  const nodes = names.flatMap((name) => inventory.node(name) ?? []);
  yield* classFiles(inventory, nodes);
}

/**
 * As {@link filesOf}, for work that would have to begin again for each class that is missing: with the classes of groups.
 * Where a name holds references, or settings map nodes to classes, any class can be meant: then all follow.
 */
export function* allFilesOf(inventory: Inventory, names: readonly string[]): Generator<readonly string[]> {
  yield pathsOf(inventory, "node", names);
  const nodes = names.flatMap((name) => inventory.node(name) ?? []);
  if (nodes.length === 0) return;
  const isSure = yield* classFiles(inventory, [...nodes, ...inventory.groups.groups.values()]);
  if (!isSure || inventory.settings.class_mappings.length > 0) yield pathsOf(inventory, "class", inventory.classNames);
}

/** Gives whether all names are known. */
function* classFiles(inventory: Inventory, listings: readonly Listing[]): Generator<readonly string[], boolean> {
  const seen = new Set<string>();
  let isSure = true;
  for (let level = listings; level.length > 0; ) {
    const fresh = new Set<string>();
    for (const { classes } of level) {
      for (const { name, template } of classes) {
        if (template !== undefined) isSure = false;
        else if (!seen.has(name)) fresh.add(name);
      }
    }
    for (const name of fresh) seen.add(name);
    const names = [...fresh];
    yield pathsOf(inventory, "class", names);
    level = names.flatMap((name) => inventory.class(name) ?? []);
  }
  return isSure;
}

function pathsOf(inventory: Inventory, kind: "node" | "class", names: readonly string[]): readonly string[] {
  return names.flatMap((name) => inventory.fileOf(kind, name) ?? []);
}
