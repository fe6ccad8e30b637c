import type { NodeDependencies } from "../../cache/dependencies.ts";
import { TextLists, type Texts } from "../../cache/text-lists.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ReportedOutcome } from "../../model/inventory/resolved.ts";
import type { MemberKind, Members, MemberTable } from "../../model/results/comparison.ts";
import { pathNames } from "../load/listed-names.ts";

/** The dependencies of a node that was not resolved; undefined if they are not known. */
type FilesOf = (name: string) => Pick<NodeDependencies, "files"> | undefined;

/** Collects which nodes of the later state have which classes and groups, while they are compared. */
export class MembershipCollector {
  private readonly named: Readonly<Record<MemberKind, TextLists>> = { class: new TextLists(), group: new TextLists() };
  /** Of nodes that do not resolve, the files that were read. */
  private readonly files = new TextLists();
  private readonly after: Inventory;

  constructor(after: Inventory) {
    this.after = after;
  }

  /** The layers of a node; of one that does not resolve, the files that were read for it. */
  add(name: string, { node, reads }: MemberOutcome): void {
    if (node === undefined) {
      this.files.set(name, reads?.files.keys() ?? []);
      return;
    }
    this.named.class.set(
      name,
      node.steps.flatMap((step) => (step.layer === "class" ? [step.name] : [])),
    );
    this.named.group.set(
      name,
      node.groups.map((group) => group.name),
    );
  }

  /**
   * The members of each class and group. Nodes that were not resolved have the layers of `dependencies`. Among these, a
   * class that a removal takes out counts as one that the node has, so that no description claims too little.
   */
  reader(dependencies: FilesOf): () => Members {
    let members: Members | undefined;
    return () => {
      members ??= this.members(dependencies);
      return members;
    };
  }

  private members(dependencies: FilesOf): Members {
    const { after, named, files } = this;
    return new ComparedMembers(after, {
      named: (kind, node) => named[kind].get(node),
      read: (node) => files.get(node) ?? dependencies(node)?.files,
    });
  }
}

type MemberOutcome = Partial<Pick<ReportedOutcome, "node" | "reads">>;

/** Where the layers of a node are known from: their names, else the files that were read. */
interface Layers {
  named(kind: MemberKind, node: string): Texts | undefined;
  read(node: string): Texts | undefined;
}

/** A class or group, and the file that defines it. */
interface Sought {
  readonly name: string;
  readonly path: string | undefined;
}

/** Finds the nodes of those classes and groups alone that are asked for: most are in no description. */
class ComparedMembers implements Members {
  readonly nodes: ReadonlySet<string>;
  private readonly sets = {
    class: new Map<string, ReadonlySet<string>>(),
    group: new Map<string, ReadonlySet<string>>(),
  };
  /** The class that a file defines, by its path. */
  private readonly classes = new Map<string, string | undefined>();
  private readonly read = new Map<string, Texts | undefined>();
  private readonly after: Inventory;
  private readonly layers: Layers;
  private readonly groups: ReadonlyMap<string, string>;

  constructor(after: Inventory, layers: Layers) {
    this.after = after;
    this.layers = layers;
    this.nodes = new Set(after.nodeNames);
    this.groups = new Map([...after.groups.groups].map(([id, { file }]) => [file.path, id]));
  }

  common(kind: MemberKind, [first, ...others]: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
    const names = first === undefined ? [] : this.namesOf(kind, first);
    let left = names.map((name): Sought => ({ name, path: this.pathOf(kind, name) }));
    for (const node of others) {
      if (left.length === 0) break;
      left = left.filter(this.has(kind, node));
    }
    this.list(kind, left);
    return new Map(left.map(({ name }) => [name, this.sets[kind].get(name) ?? new Set()]));
  }

  table(): MemberTable {
    const sets = (kind: MemberKind): ReadonlyMap<string, ReadonlySet<string>> => {
      const found = new Map<string, Set<string>>();
      for (const node of this.nodes) {
        for (const name of this.namesOf(kind, node)) {
          const set = found.get(name);
          if (set === undefined) found.set(name, new Set([node]));
          else set.add(node);
        }
      }
      return found;
    };
    return { nodes: this.nodes, classes: sets("class"), groups: sets("group") };
  }

  private namesOf(kind: MemberKind, node: string): readonly string[] {
    const named = this.layers.named(kind, node);
    if (named !== undefined) return [...named];
    return [...(this.readFor(node) ?? [])].flatMap((path) => this.nameAt(kind, path) ?? []);
  }

  /** Finds the nodes that have these, all in one go. */
  private list(kind: MemberKind, some: readonly Sought[]): void {
    const sets = this.sets[kind];
    const open = some.filter(({ name }) => !sets.has(name)).map((each) => ({ ...each, own: new Set<string>() }));
    if (open.length === 0) return;
    for (const node of this.nodes) {
      const has = this.has(kind, node);
      for (const each of open) if (has(each)) each.own.add(node);
    }
    for (const { name, own } of open) sets.set(name, own);
  }

  private has(kind: MemberKind, node: string): (sought: Sought) => boolean {
    const named = this.layers.named(kind, node);
    if (named !== undefined) return ({ name }) => named.has(name);
    const read = this.readFor(node);
    return ({ path }) => path !== undefined && read?.has(path) === true;
  }

  /** Looked for once: it takes a look at what has changed since it was known. */
  private readFor(node: string): Texts | undefined {
    const { read } = this;
    if (!read.has(node)) read.set(node, this.layers.read(node));
    return read.get(node);
  }

  /** What a file defines; undefined if it defines no such thing. */
  private nameAt(kind: MemberKind, path: string): string | undefined {
    if (kind === "group") return this.groups.get(path);
    const { classes } = this;
    if (!classes.has(path)) classes.set(path, classOf(this.after, path));
    return classes.get(path);
  }

  private pathOf(kind: MemberKind, name: string): string | undefined {
    const path = kind === "group" ? this.after.groups.groups.get(name)?.file.path : this.after.fileOf("class", name);
    return path !== undefined && this.nameAt(kind, path) === name ? path : undefined;
  }
}

/** The class that a file defines; undefined if it defines none. */
function classOf(inventory: Inventory, path: string): string | undefined {
  const name = pathNames(path, inventory.settings)?.class;
  return name !== undefined && inventory.fileOf("class", name) === path ? name : undefined;
}
