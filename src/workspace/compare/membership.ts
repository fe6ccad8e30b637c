import { addToSet } from "../../base/grouped.ts";
import { keptAt, madeOnce } from "../../base/remembered.ts";
import type { NodeDependencies } from "../../cache/dependencies.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ReportedOutcome } from "../../model/inventory/resolved.ts";
import type { MemberKind, Members, MemberTable } from "../../model/results/comparison.ts";
import { pathNames } from "../load/listed-names.ts";

/** The dependencies of a node that was not resolved; undefined if they are not known. */
type FilesOf = (name: string) => Pick<NodeDependencies, "files"> | undefined;

/** What is known of the layers of a node: their names, or of one that was not resolved the files that were read for it. */
type Layers = Readonly<Record<MemberKind, readonly string[]>> | { readonly read: NodeDependencies["files"] };

/** Collects which nodes of the later state have which classes and groups, while they are compared. */
export class MembershipCollector {
  private readonly layers = new Map<string, Layers>();
  private readonly after: Inventory;

  constructor(after: Inventory) {
    this.after = after;
  }

  /** The layers of a node; of one that does not resolve, the files that were read for it. */
  add(name: string, { node, reads }: Partial<Pick<ReportedOutcome, "node" | "reads">>): void {
    const resolved = node && {
      class: node.steps.flatMap((step) => (step.layer === "class" ? [step.name] : [])),
      group: node.groups.map((group) => group.name),
    };
    this.layers.set(name, resolved ?? { read: [...(reads?.files.keys() ?? [])] });
  }

  /**
   * The members of each class and group. Nodes that were not resolved have the layers of `dependencies`. Among these, a
   * class that a removal takes out counts as one that the node has, so that no description claims too little.
   */
  reader(dependencies: FilesOf): () => Members {
    return madeOnce(() => new ComparedMembers(this.after, this.layers, dependencies));
  }
}

/** A class or group, and the file that defines it; undefined where its name is not that of the file. */
interface Sought {
  readonly name: string;
  readonly path: string | undefined;
}

/** Finds the nodes of those classes and groups alone that are asked for: most are in no description. */
class ComparedMembers implements Members {
  readonly nodes: ReadonlySet<string>;
  private readonly sets = { class: new Map<string, Set<string>>(), group: new Map<string, Set<string>>() };
  private readonly after: Inventory;
  private readonly known: ReadonlyMap<string, Layers>;
  private readonly dependencies: FilesOf;
  /** Of nodes that were not compared; looked for once, as what has changed since is looked at. */
  private readonly read = new Map<string, Layers>();
  /** Ids by the paths of their files. */
  private readonly groups: ReadonlyMap<string, string>;
  /** The class that a file defines, by its path; looked for once for all nodes. */
  private readonly classes = new Map<string, string | undefined>();

  constructor(after: Inventory, known: ReadonlyMap<string, Layers>, dependencies: FilesOf) {
    this.after = after;
    this.known = known;
    this.dependencies = dependencies;
    this.nodes = new Set(after.nodeNames);
    this.groups = new Map([...after.groups.groups].map(([id, { file }]) => [file.path, id]));
  }

  common(kind: MemberKind, [first, ...others]: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
    const names = first === undefined ? [] : this.namesOf(kind, first);
    let left = names.map((name): Sought => ({ name, path: this.pathOf(kind, name) }));
    for (const node of others) {
      if (left.length === 0) break;
      const has = hasIn(kind, this.layersOf(node));
      left = left.filter(has);
    }
    const fresh = left.filter(({ name }) => !this.sets[kind].has(name));
    if (fresh.length > 0) this.list(kind, fresh);
    return new Map(left.map(({ name }) => [name, this.sets[kind].get(name) ?? new Set()]));
  }

  table(): MemberTable {
    const sets = (kind: MemberKind): ReadonlyMap<string, ReadonlySet<string>> => {
      const found = new Map<string, Set<string>>();
      for (const node of this.nodes) for (const name of this.namesOf(kind, node)) addToSet(found, name, node);
      return found;
    };
    return { nodes: this.nodes, classes: sets("class"), groups: sets("group") };
  }

  /** Finds the nodes that have these, all in one go. */
  private list(kind: MemberKind, sought: readonly Sought[]): void {
    const [byName, byPath] = [this.sets[kind], new Map<string | undefined, Set<string>>()];
    for (const { name, path } of sought)
      byPath.set(
        path,
        keptAt(byName, name, () => new Set()),
      );
    for (const node of this.nodes) {
      const layers = this.layersOf(node);
      if ("read" in layers) for (const path of layers.read) byPath.get(path)?.add(node);
      else for (const name of layers[kind]) byName.get(name)?.add(node);
    }
  }

  private layersOf(node: string): Layers {
    return this.known.get(node) ?? keptAt(this.read, node, () => ({ read: this.dependencies(node)?.files ?? [] }));
  }

  private namesOf(kind: MemberKind, node: string): readonly string[] {
    const layers = this.layersOf(node);
    return "read" in layers ? layers.read.flatMap((path) => this.nameAt(kind, path) ?? []) : layers[kind];
  }

  /** What a file defines; undefined if it defines no such thing. */
  private nameAt(kind: MemberKind, path: string): string | undefined {
    if (kind === "group") return this.groups.get(path);
    return keptAt(this.classes, path, () => {
      const name = pathNames(path, this.after.settings)?.class;
      return name !== undefined && this.after.fileOf("class", name) === path ? name : undefined;
    });
  }

  private pathOf(kind: MemberKind, name: string): string | undefined {
    const path = kind === "group" ? this.after.groups.groups.get(name)?.file.path : this.after.fileOf("class", name);
    return path !== undefined && this.nameAt(kind, path) === name ? path : undefined;
  }
}

function hasIn(kind: MemberKind, layers: Layers): (sought: Sought) => boolean {
  if (!("read" in layers)) return ({ name }) => layers[kind].includes(name);
  return ({ path }) => path !== undefined && layers.read.includes(path);
}
