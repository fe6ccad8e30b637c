import { addToSet } from "../../base/grouped.ts";
import { madeOnce } from "../../base/remembered.ts";
import type { NodeDependencies } from "../../cache/dependencies.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ReportedOutcome } from "../../model/inventory/resolved.ts";
import { type MemberKind, type Members, type MemberTable, tableMembers } from "../../model/results/comparison.ts";
import { pathNames } from "../load/listed-names.ts";

/** The dependencies of a node that was not resolved; undefined if they are not known. */
type FilesOf = (name: string) => Pick<NodeDependencies, "files"> | undefined;

type Layers = Readonly<Record<MemberKind, readonly string[]>>;

/** Collects which nodes of the later state have which classes and groups, while they are compared. */
export class MembershipCollector {
  private readonly layers = new Map<string, Layers>();
  private readonly after: Inventory;
  /** Ids by the paths of their files. */
  private readonly groups: ReadonlyMap<string, string>;

  constructor(after: Inventory) {
    this.after = after;
    this.groups = new Map([...after.groups.groups].map(([id, { file }]) => [file.path, id]));
  }

  /** The layers of a node; of one that does not resolve, those of the files that were read for it. */
  add(name: string, { node, reads }: Partial<Pick<ReportedOutcome, "node" | "reads">>): void {
    const resolved = node && {
      class: node.steps.flatMap((step) => (step.layer === "class" ? [step.name] : [])),
      group: node.groups.map((group) => group.name),
    };
    this.layers.set(name, resolved ?? this.layersIn(reads?.files.keys() ?? []));
  }

  /**
   * The members of each class and group. Nodes that were not resolved have the layers of `dependencies`. Among these, a
   * class that a removal takes out counts as one that the node has, so that no description claims too little.
   */
  reader(dependencies: FilesOf): () => Members {
    return madeOnce(() => tableMembers(this.table(dependencies)));
  }

  private table(dependencies: FilesOf): MemberTable {
    const { nodeNames } = this.after;
    const [classes, groups] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
    for (const node of nodeNames) {
      const layers = this.layers.get(node) ?? this.layersIn(dependencies(node)?.files ?? []);
      for (const name of layers.class) addToSet(classes, name, node);
      for (const name of layers.group) addToSet(groups, name, node);
    }
    return { nodes: new Set(nodeNames), classes, groups };
  }

  private layersIn(files: Iterable<string>): Layers {
    const paths = [...files];
    return {
      class: paths.flatMap((path) => this.classIn(path) ?? []),
      group: paths.flatMap((path) => this.groups.get(path) ?? []),
    };
  }

  /** The class that a file defines; undefined if it defines none. */
  private classIn(path: string): string | undefined {
    const name = pathNames(path, this.after.settings)?.class;
    return name !== undefined && this.after.fileOf("class", name) === path ? name : undefined;
  }
}
