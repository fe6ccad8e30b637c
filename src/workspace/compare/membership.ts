import type { NodeDependencies } from "../../cache/dependencies.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ReportedOutcome, ResolvedNode } from "../../model/inventory/resolved.ts";
import type { Members } from "../../model/results/members.ts";
import { pathNames } from "../load/listed-names.ts";

/** Collects which nodes of the later state have which classes and groups, while they are compared. */
export class Membership {
  private readonly known = new Map<string, Layers>();
  private readonly after: Inventory;

  constructor(after: Inventory) {
    this.after = after;
  }

  /** The layers of a node; of one that does not resolve, the files that were read for it. */
  add(name: string, { node, reads }: MemberOutcome): void {
    const layers = node === undefined ? { files: [...(reads?.files.keys() ?? [])] } : layersOf(node);
    this.known.set(name, layers);
  }

  /**
   * The members of each class and group. Nodes that were not resolved have the layers of `dependencies`. Among these, a
   * class that a removal takes out counts as one that the node has, so that no description claims too little.
   */
  reader(dependencies: (name: string) => Pick<NodeDependencies, "files"> | undefined): () => Members {
    let members: Members | undefined;
    return () => {
      members ??= this.members(dependencies);
      return members;
    };
  }

  private members(dependencies: (name: string) => Pick<NodeDependencies, "files"> | undefined): Members {
    const { after } = this;
    const classes = new Map<string, string | undefined>();
    const classAt = (path: string): string | undefined => {
      if (!classes.has(path)) classes.set(path, classOf(after, path));
      return classes.get(path);
    };
    const groups = new Map([...after.groups.groups].map(([id, { file }]) => [file.path, id]));
    const found = { classes: new Map<string, Set<string>>(), groups: new Map<string, Set<string>>() };
    for (const node of after.nodeNames) {
      const layers = this.known.get(node) ?? { files: dependencies(node)?.files ?? [] };
      for (const path of layers.files ?? []) {
        add(found.classes, classAt(path), node);
        add(found.groups, groups.get(path), node);
      }
      for (const name of layers.classes ?? []) add(found.classes, name, node);
      for (const id of layers.groups ?? []) add(found.groups, id, node);
    }
    return { nodes: new Set(after.nodeNames), ...found };
  }
}

/** The class that a file defines; undefined if it defines none. */
function classOf(inventory: Inventory, path: string): string | undefined {
  const name = pathNames(path, inventory.settings)?.class;
  return name !== undefined && inventory.fileOf("class", name) === path ? name : undefined;
}

/** Names of layers, or files of which some are layers. */
interface Layers {
  readonly files?: Iterable<string>;
  readonly classes?: readonly string[];
  readonly groups?: readonly string[];
}

type MemberOutcome = Partial<Pick<ReportedOutcome, "node" | "reads">>;

function layersOf({ steps, groups }: ResolvedNode): Layers {
  const classes = steps.flatMap(({ layer, name }) => (layer === "class" ? [name] : []));
  return { classes, groups: groups.map(({ name }) => name) };
}

function add(sets: Map<string, Set<string>>, name: string | undefined, node: string): void {
  if (name === undefined) return;
  const set = sets.get(name);
  if (set === undefined) sets.set(name, new Set([node]));
  else set.add(node);
}
