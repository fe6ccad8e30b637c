import { DependencyTable, type KnownState, type NodeDependencies } from "../../cache/dependencies.ts";
import { type FileChanges, fileChanges, isAffected, newClasses } from "../../compare/affected.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { groupsReadBy, readsOf, type WalkedNode } from "../../resolve/node.ts";
import type { Between } from "./side.ts";

const NONE: ReadChanges = { paths: new Set(), newClasses: new Set() };

/** What differs of the files that nodes read. */
type ReadChanges = Pick<FileChanges, "paths" | "newClasses">;

/**
 * What the dependencies of the nodes of one state say about two others, of which it may be one: where nothing changed that
 * a node reads, it depends on the same.
 */
export class NearDependencies {
  private readonly near: KnownState;
  private readonly between: Between;
  /** What differs in the earlier of the two states. */
  private readonly since: ReadChanges;
  private readonly otherGroups: boolean;

  constructor(near: KnownState, between: Between) {
    const { before, after, files } = between;
    this.near = near;
    this.between = between;
    if (near.snapshot === before.snapshot) this.since = NONE;
    else if (near.snapshot === after.snapshot) {
      this.since = { paths: files.paths, newClasses: newClasses(after, before, files.paths) };
    } else this.since = fileChanges(near, before);
    this.otherGroups = !sameFiles(near.inventory.groups.files, before.inventory.groups.files);
  }

  /** The dependencies of a node in the earlier state, where no walk is needed to know them. */
  get(name: string): NodeDependencies | undefined {
    const known = this.near.table.get(name);
    if (known === undefined || this.since === NONE) return known;
    if (isAffected(known, this.since)) return undefined;
    const { inventory } = this.between.before;
    return this.otherGroups && groupsReadBy(inventory, name) !== known.groups ? undefined : known;
  }

  /**
   * Which nodes can differ between the two states, as far as files decide it; undefined if groups decide, too. What
   * a node reads in one state decides it for both: up to the first file that differs, it reads the same.
   */
  reached(): ReachedNodes | undefined {
    if (this.otherGroups) return undefined;
    const { before, after, files } = this.between;
    const isOfBoth = [before, after].some(({ snapshot }) => snapshot === this.near.snapshot);
    const unsure = new Set(this.having(this.since));
    const reached = new Set([...this.having(files), ...files.runtimeNodes]);
    for (const name of unsure) {
      if (isOfBoth) reached.add(name);
      else reached.delete(name);
    }
    const { table } = this.near;
    const askers = new Set(table.askers());
    const mayDiffer = (name: string): boolean => !table.has(name) || unsure.has(name);
    return { reached, isOpen: (name) => !reached.has(name) && (mayDiffer(name) || askers.has(name)) };
  }

  /** The dependencies of all nodes of the earlier state; `read` finds those of nodes that may have others. */
  table(read: (name: string) => NodeDependencies): DependencyTable {
    const { near, since, otherGroups } = this;
    const { inventory } = this.between.before;
    if (since === NONE) return near.table;
    const edited = tableFor(inventory.nodeNames, near);
    const others = otherGroups
      ? inventory.nodeNames.filter((name) => this.get(name) === undefined)
      : this.having(since);
    const isThere = new Set(inventory.nodeNames);
    for (const name of others) if (isThere.has(name)) edited.add(name, read(name));
    if (inventory.nodeNames !== near.inventory.nodeNames)
      for (const name of isThere) if (!edited.has(name)) edited.add(name, read(name));
    return edited;
  }

  private having({ paths, newClasses: classes }: ReadChanges): Iterable<string> {
    return this.near.table.reading({ files: paths, classes });
  }
}

export interface ReachedNodes {
  readonly reached: ReadonlySet<string>;
  /** Whether another node has to be looked at to know. */
  isOpen(name: string): boolean;
}

/** The table of a state with the nodes of another one, as far as it has them. */
export function tableFor(
  nodeNames: readonly string[],
  { inventory, table }: Pick<KnownState, "inventory" | "table">,
): DependencyTable {
  const edited = new DependencyTable(table);
  if (inventory.nodeNames === nodeNames) return edited;
  const isThere = new Set(nodeNames);
  for (const name of inventory.nodeNames) if (!isThere.has(name)) edited.delete(name);
  return edited;
}

export function sameFiles(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one === other || (one.size === other.size && [...one].every(([path, blob]) => other.get(path) === blob));
}

/** Finds the dependencies of nodes by walking the ancestry of each. Throws as `readsOf` does. */
export function dependencyReader(inventory: Inventory): (name: string) => NodeDependencies {
  let [files, missed] = [new Set<string>(), new Set<string>()];
  // A copy would list all names.
  const watched: Inventory = Object.assign(Object.create(inventory), {
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

/** The same from a walk that is at hand; undefined if other walks have a part in it: those of removals and of groups. */
export function dependenciesOfWalked({ definition, ancestry }: WalkedNode): NodeDependencies | undefined {
  const { removes, held, reads } = ancestry;
  if (removes || held.groups.length > 0) return undefined;
  const files = new Set(reads.files.keys());
  // In the order of the walks: the node itself comes last.
  files.delete(definition.file.path);
  files.add(definition.file.path);
  return { files, missed: reads.missed, groups: reads.groups, asks: reads.queries.length > 0 };
}
