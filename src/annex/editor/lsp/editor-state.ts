import { keptAt } from "../../../base/made-once.ts";
import { fileChanges, isAffected } from "../../../compare/affected.ts";
import { SharedMerges } from "../../../inspect/impact/shared-merges.ts";
import { isError } from "../../../model/findings/diagnostic.ts";
import type { Inventory, NodeOutcome, ResolvedNode } from "../../../model/inventory/inventory.ts";
import type { Snapshot } from "../../../model/inventory/snapshot.ts";
import { formPaths } from "../../../parse/inventory.ts";
import { resolveNode } from "../../../resolve/node.ts";
import { MarkedFiles } from "./marks.ts";

interface StateParts {
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
  /** Paths from the inventory folder, with the versions of their buffers. */
  readonly versions: ReadonlyMap<string, number>;
}

/** States that came before: the last one, and the one on disk. */
interface Earlier {
  readonly before?: EditorState | undefined;
  readonly saved?: EditorState | undefined;
}

/**
 * An inventory with the texts of the editor, from which every answer is made. Each node is resolved when first asked
 * for; one that read no changed file comes from the state before, one that fails has its last values or those as saved.
 */
export class EditorState {
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
  readonly versions: StateParts["versions"];
  readonly merges: SharedMerges;
  readonly files: MarkedFiles;
  private readonly reach = new Map<string, readonly ResolvedNode[]>();
  private readonly outcomes = new Map<string, NodeOutcome>();
  private readonly last: Map<string, ResolvedNode>;
  private readonly saved: EditorState | undefined;

  constructor({ snapshot, inventory, versions }: StateParts, { before, saved }: Earlier = {}) {
    this.snapshot = snapshot;
    this.inventory = inventory;
    this.versions = versions;
    this.merges = new SharedMerges(inventory);
    this.last = before?.last ?? new Map();
    this.saved = saved;
    readAll(inventory);
    if (before !== undefined) this.take(before);
    this.files = new MarkedFiles(snapshot, inventory, before?.files);
  }

  /** The nodes that a file reaches, as they resolve or last did. */
  nodesOf(path: string): readonly ResolvedNode[] {
    return keptAt(this.reach, path, () => this.nodesReached(path));
  }

  nodesWith(kind: "class" | "group", name: string): readonly ResolvedNode[] {
    return this.nodes().filter((node) => {
      if (kind === "group") return node.groups.some((group) => group.name === name);
      return node.steps.some((step) => step.layer === "class" && step.name === name);
    });
  }

  /** All nodes that resolve or did so, in the order of the inventory. */
  nodes(): readonly ResolvedNode[] {
    return this.inventory.nodeNames.flatMap((name) => this.node(name) ?? []);
  }

  private nodesReached(path: string): readonly ResolvedNode[] {
    const defined = this.files.defined(path);
    if (defined?.kind === "class" || defined?.kind === "group") return this.nodesWith(defined.kind, defined.name);
    if (defined?.kind !== "node") return this.nodes();
    const node = this.node(defined.name);
    return node === undefined ? [] : [node];
  }

  /** A node as it resolves, or as it last did. */
  private node(name: string): ResolvedNode | undefined {
    return this.outcome(name)?.node ?? this.last.get(name) ?? this.saved?.node(name);
  }

  /** Undefined for a name that the inventory does not have, and where the inventory as a whole is at fault. */
  private outcome(name: string): NodeOutcome | undefined {
    const { inventory } = this;
    if (inventory.diagnostics.some(isError)) return undefined;
    const known = this.outcomes.get(name);
    if (known !== undefined) return known;
    if (inventory.node(name) === undefined) return undefined;
    const outcome = resolveNode(inventory, name);
    this.outcomes.set(name, outcome);
    if (outcome.node !== undefined) this.last.set(name, outcome.node);
    return outcome;
  }

  private take(before: EditorState): void {
    if (!isAlike(before, this)) return;
    const changes = fileChanges(before, this);
    const isOtherClasses =
      changes.newClasses.size > 0 || before.inventory.classNames.length !== this.inventory.classNames.length;
    for (const [name, outcome] of before.outcomes) {
      // A hint of a node that fails can name a class that is gone.
      const isSure = outcome.node !== undefined || !isOtherClasses;
      const isLocal = outcome.reads.queries.length === 0 && isSure;
      const definition = outcome.node?.definition;
      const isHere = definition === undefined || this.inventory.fileOf("node", name) === definition.file.path;
      const { files, missed } = outcome.reads;
      if (isLocal && isHere && !isAffected({ files: files.keys(), missed }, changes)) this.outcomes.set(name, outcome);
    }
  }
}

/** The secrets of an inventory are those of the files that were read. */
function readAll(inventory: Inventory): void {
  for (const name of inventory.classNames) inventory.class(name);
  for (const name of inventory.nodeNames) inventory.node(name);
}

/** Whether all that reaches more than the nodes that read it is the same. */
function isAlike(before: Omit<StateParts, "versions">, after: Omit<StateParts, "versions">): boolean {
  if (before.inventory.settings !== after.inventory.settings) return false;
  const [old, now] = [before, after].map(({ snapshot, inventory }) => {
    const paths = formPaths(snapshot.blobs, inventory.settings);
    return paths.map((path) => `${path} ${snapshot.blobs.get(path)}`).join("\n");
  });
  return old === now;
}
