import { fileOfName } from "../../edit/renamed-names.ts";
import { SharedMerges } from "../../inspect/impact/shared-merges.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { MarkedFiles } from "../marks/marked-files.ts";
import type { DefinedKind, FileMarks } from "../marks/marks.ts";
import { ResolvedNodes } from "./resolved.ts";

/** Paths from the inventory folder, with the versions of their buffers. */
export type Versions = ReadonlyMap<string, number>;

interface StateParts {
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
  readonly versions: Versions;
}

interface EarlierStates {
  readonly before?: EditorState | undefined;
  /** The state on disk. */
  readonly saved?: EditorState | undefined;
}

/** An inventory as it is with the texts of the editor: what every answer is made from. */
export class EditorState {
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
  readonly versions: Versions;
  readonly nodes: ResolvedNodes;
  readonly merges: SharedMerges;
  private readonly files: MarkedFiles;
  private readonly reach = new Map<string, readonly ResolvedNode[]>();

  constructor({ snapshot, inventory, versions }: StateParts, { before, saved }: EarlierStates = {}) {
    this.snapshot = snapshot;
    this.inventory = inventory;
    this.versions = versions;
    this.merges = new SharedMerges(inventory);
    readAll(inventory);
    this.nodes = new ResolvedNodes({ snapshot, inventory }, { before: before?.nodes, saved: saved?.nodes });
    this.files = new MarkedFiles({ snapshot, inventory }, before?.files);
  }

  /** The text of a file and what its parts mean; undefined for a file that the inventory does not have. */
  marks(path: string): Promise<FileMarks | undefined> {
    return this.files.of(path);
  }

  /** The files that may name something. */
  paths(): readonly string[] {
    return this.files.paths();
  }

  /** The file that defines a name; undefined where none does. */
  fileOf(kind: DefinedKind, name: string): string | undefined {
    return fileOfName(kind, name, this.inventory);
  }

  /** The nodes that a file reaches, as they resolve or last did. */
  nodesOf(path: string): readonly ResolvedNode[] {
    const known = this.reach.get(path) ?? this.nodesReached(path);
    this.reach.set(path, known);
    return known;
  }

  /** The nodes that have a class or group. */
  nodesWith(kind: "class" | "group", name: string): readonly ResolvedNode[] {
    return [...this.nodes.all()].filter((node) => {
      if (kind === "group") return node.groups.some((group) => group.name === name);
      return node.steps.some((step) => step.layer === "class" && step.name === name);
    });
  }

  private nodesReached(path: string): readonly ResolvedNode[] {
    const defined = this.files.defined(path);
    if (defined?.kind === "class" || defined?.kind === "group") return this.nodesWith(defined.kind, defined.name);
    if (defined?.kind !== "node") return [...this.nodes.all()];
    const node = this.nodes.node(defined.name);
    return node === undefined ? [] : [node];
  }
}

/** The secrets of an inventory are those of the files that were read. */
function readAll(inventory: Inventory): void {
  for (const name of inventory.classNames) inventory.class(name);
  for (const name of inventory.nodeNames) inventory.node(name);
}
