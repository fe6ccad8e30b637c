import type { NodeDependencies } from "../../cache/dependencies.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { readsOf, type WalkedNode } from "../../resolve/node.ts";

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
