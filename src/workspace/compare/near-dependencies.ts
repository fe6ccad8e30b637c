import { keptAt } from "../../base/remembered.ts";
import type { KnownState, NodeDependencies } from "../../cache/dependencies.ts";
import { fileChanges, isAffected } from "../../compare/affected.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { groupsReadBy, readsOf, type WalkedNode } from "../../resolve/node.ts";
import type { Side } from "./side.ts";

/** Takes over dependencies of nodes from another state where nothing they read changed; undefined: walk the node. */
export function nearDependencies(near: KnownState<Side>, state: Side): (name: string) => NodeDependencies | undefined {
  if (near.snapshot === state.snapshot) return (name) => near.table.get(name);
  const since = fileChanges(near, state);
  const hasOtherGroups = !sameFiles(near.inventory.groups.files, state.inventory.groups.files);
  return (name) => {
    const known = near.table.get(name);
    if (known === undefined || isAffected(known, since)) return undefined;
    return hasOtherGroups && groupsReadBy(state.inventory, name) !== known.groups ? undefined : known;
  };
}

export function sameFiles(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one === other || (one.size === other.size && [...one].every(([path, blob]) => other.get(path) === blob));
}

/** Finds a node's dependencies by a walk, unless one is given and no other has part in it. Throws as `readsOf` does. */
export function dependencyReader(inventory: Inventory): (name: string, walked?: WalkedNode) => NodeDependencies {
  let [files, missed] = [new Set<string>(), new Set<string>()];
  // Equal texts are held once.
  const texts = new Map<string, string>();
  // A copy would list all names.
  const watched: Inventory = Object.assign(Object.create(inventory), {
    class(name: string) {
      const definition = inventory.class(name);
      if (definition === undefined) missed.add(name);
      else files.add(definition.file.path);
      return definition;
    },
  });
  return (name, walked) => {
    [files, missed] = [new Set(), new Set()];
    const isAlone = walked?.ancestry.removes === false && walked.ancestry.held.groups.length === 0;
    const reads = isAlone ? walked.ancestry.reads : readsOf(watched, name);
    const [own = "", ...others] = reads.files.keys();
    for (const path of [...others, own]) files.add(path);
    for (const each of reads.missed) missed.add(each);
    const groups = keptAt(texts, reads.groups, () => reads.groups);
    return { files: [...files], missed: [...missed], groups, asks: reads.queries.length > 0 };
  };
}
