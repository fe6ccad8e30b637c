import type { NodeDependencies } from "../../cache/dependencies.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { sameNames } from "../../model/inventory/mention.ts";
import { readsOf, type WalkedNode } from "../../resolve/node.ts";
import { pathNames } from "../load/listed-names.ts";
import type { Between, Side } from "./side.ts";

/** Finds the dependencies of nodes by walking the ancestry of each. Throws as `readsOf` does. */
export function dependencyReader(inventory: Inventory): (name: string) => NodeDependencies {
  let [files, missed] = [new Set<string>(), new Set<string>()];
  // A copy would list all names.
  const watched: Inventory = Object.assign(Object.create(inventory) as Inventory, {
    class(name: string) {
      const definition = inventory.class(name);
      if (definition === undefined) missed.add(name);
      else files.add(definition.file.path);
      return definition;
    },
  });
  return (name) => {
    [files, missed] = [new Set(), new Set()];
    const reads = readsOf(watched, name);
    for (const path of reads.files.keys()) files.add(path);
    return { files, missed, groups: reads.groups, asks: reads.queries.length > 0 };
  };
}

/** The same from a walk that is at hand; undefined where other walks have a part in it: those of removals and of groups. */
export function dependenciesOfWalked({ definition, ancestry }: WalkedNode): NodeDependencies | undefined {
  const { removes, held, reads } = ancestry;
  if (removes || held.groups.length > 0) return undefined;
  const files = new Set(reads.files.keys());
  // In the order of the walks: the node itself comes last.
  files.delete(definition.file.path);
  files.add(definition.file.path);
  return { files, missed: reads.missed, groups: reads.groups, asks: reads.queries.length > 0 };
}

/**
 * Whether nodes whose classes have no references in their names come to the same files in two states: none came or went, and
 * the edited ones list the same classes. Not where groups or queries have a part in it.
 */
export function keepsWalks({ before, after, files: { paths } }: Between): boolean {
  if ([before, after].some(({ inventory }) => inventory.groups.groups.size > 0)) return false;
  return [...paths].every((path) => {
    const { keys = [] } = pathNames(path, after.inventory.settings) ?? {};
    const [old, now] = [before, after].map((side) => definitionAt(side, path));
    if (keys.length === 0) return true;
    if (keys.length > 1 || old === undefined || now === undefined) return false;
    return old.queries.length + now.queries.length === 0 && listsSame(old, now);
  });
}

function definitionAt({ inventory }: Side, path: string): Definition | undefined {
  const names = pathNames(path, inventory.settings);
  if (names?.class !== undefined)
    return inventory.fileOf("class", names.class) === path ? inventory.class(names.class) : undefined;
  return names?.node !== undefined && inventory.fileOf("node", names.node) === path
    ? inventory.node(names.node)
    : undefined;
}

function listsSame(one: Definition, other: Definition): boolean {
  const areFixed = [...one.classes, ...other.classes].every(({ template }) => template === undefined);
  return one.kind === other.kind && areFixed && sameNames(one.classes, other.classes);
}
