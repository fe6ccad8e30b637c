import type { NodeDependencies } from "../../cache/dependencies.ts";
import { TextLists } from "../../cache/text-lists.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ReportedOutcome } from "../../model/inventory/resolved.ts";
import type { Members } from "../../model/results/members.ts";
import { pathNames } from "../load/listed-names.ts";

/** Collects which nodes of the later state have which classes and groups, while they are compared. */
export class Membership {
  private readonly classes = new TextLists();
  private readonly groups = new TextLists();
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
    this.classes.set(
      name,
      node.steps.flatMap((step) => (step.layer === "class" ? [step.name] : [])),
    );
    this.groups.set(
      name,
      node.groups.map((group) => group.name),
    );
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
      const named = this.classes.get(node);
      for (const name of named ?? []) add(found.classes, name, node);
      for (const id of this.groups.get(node) ?? []) add(found.groups, id, node);
      if (named !== undefined) continue;
      for (const path of this.files.get(node) ?? dependencies(node)?.files ?? []) {
        add(found.classes, classAt(path), node);
        add(found.groups, groups.get(path), node);
      }
    }
    return { nodes: new Set(after.nodeNames), ...found };
  }
}

/** The class that a file defines; undefined if it defines none. */
function classOf(inventory: Inventory, path: string): string | undefined {
  const name = pathNames(path, inventory.settings)?.class;
  return name !== undefined && inventory.fileOf("class", name) === path ? name : undefined;
}

type MemberOutcome = Partial<Pick<ReportedOutcome, "node" | "reads">>;

function add(sets: Map<string, Set<string>>, name: string | undefined, node: string): void {
  if (name === undefined) return;
  const set = sets.get(name);
  if (set === undefined) sets.set(name, new Set([node]));
  else set.add(node);
}
