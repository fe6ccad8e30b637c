import { keptAt } from "../base/remembered.ts";
import { fileChanges, isAffected } from "../compare/affected.ts";
import { SharedMerges } from "../inspect/impact/shared-merges.ts";
import { isError } from "../model/findings/diagnostic.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import type { NodeOutcome, ResolvedNode } from "../model/inventory/resolved.ts";
import type { Snapshot } from "../model/inventory/snapshot.ts";
import { formPaths } from "../parse/inventory.ts";
import { resolveNode } from "../resolve/node.ts";
import { MarkedFiles } from "./marks.ts";

/** Paths from the inventory folder, with the versions of their buffers. */
export type Versions = ReadonlyMap<string, number>;

interface StateParts {
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
  readonly versions: Versions;
}

/** States that came before: the last one, and the one on disk. */
interface Earlier<State> {
  readonly before?: State | undefined;
  readonly saved?: State | undefined;
}

/** An inventory as it is with the texts of the editor: what every answer is made from. */
export class EditorState {
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
  readonly versions: Versions;
  readonly nodes: ResolvedNodes;
  readonly merges: SharedMerges;
  readonly files: MarkedFiles;
  private readonly reach = new Map<string, readonly ResolvedNode[]>();

  constructor({ snapshot, inventory, versions }: StateParts, { before, saved }: Earlier<EditorState> = {}) {
    this.snapshot = snapshot;
    this.inventory = inventory;
    this.versions = versions;
    this.merges = new SharedMerges(inventory);
    readAll(inventory);
    this.nodes = new ResolvedNodes({ snapshot, inventory }, { before: before?.nodes, saved: saved?.nodes });
    this.files = new MarkedFiles({ snapshot, inventory }, before?.files);
  }

  /** The nodes that a file reaches, as they resolve or last did. */
  nodesOf(path: string): readonly ResolvedNode[] {
    return keptAt(this.reach, path, () => this.nodesReached(path));
  }

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

/** A state of an inventory that is read. */
type ReadState = Omit<StateParts, "versions">;

/**
 * The nodes of one state, each resolved when it is first asked for. A node that read no changed file is taken from the
 * state before; a node that fails has the values that it had when it last resolved, or has as it is saved.
 */
class ResolvedNodes {
  readonly state: ReadState;
  private readonly outcomes = new Map<string, NodeOutcome>();
  private readonly last: Map<string, ResolvedNode>;
  private readonly saved: ResolvedNodes | undefined;

  constructor(state: ReadState, { before, saved }: Earlier<ResolvedNodes> = {}) {
    this.state = state;
    this.saved = saved;
    this.last = before?.last ?? new Map();
    if (before !== undefined) this.take(before);
  }

  /** Undefined for a name that the inventory does not have, and where the inventory as a whole is at fault. */
  outcome(name: string): NodeOutcome | undefined {
    const { inventory } = this.state;
    if (inventory.diagnostics.some(isError)) return undefined;
    const known = this.outcomes.get(name);
    if (known !== undefined) return known;
    if (inventory.node(name) === undefined) return undefined;
    const outcome = resolveNode(inventory, name);
    this.outcomes.set(name, outcome);
    if (outcome.node !== undefined) this.last.set(name, outcome.node);
    return outcome;
  }

  /** A node as it resolves, or as it last did. */
  node(name: string): ResolvedNode | undefined {
    return this.outcome(name)?.node ?? this.last.get(name) ?? this.saved?.node(name);
  }

  /** All nodes that resolve or did so, in the order of the inventory. */
  *all(): Iterable<ResolvedNode> {
    for (const name of this.state.inventory.nodeNames) {
      const node = this.node(name);
      if (node !== undefined) yield node;
    }
  }

  private take(before: ResolvedNodes): void {
    const [old, now] = [before.state, this.state];
    if (!isAlike(old, now)) return;
    const changes = fileChanges(old, now);
    const isOtherClasses =
      changes.newClasses.size > 0 || old.inventory.classNames.length !== now.inventory.classNames.length;
    for (const [name, outcome] of before.outcomes) {
      // A hint of a node that fails can name a class that is gone.
      const isSure = outcome.node !== undefined || !isOtherClasses;
      const isLocal = outcome.reads.queries.length === 0 && isSure;
      const definition = outcome.node?.definition;
      const isHere = definition === undefined || now.inventory.fileOf("node", name) === definition.file.path;
      const { files, missed } = outcome.reads;
      if (isLocal && isHere && !isAffected({ files: files.keys(), missed }, changes)) this.outcomes.set(name, outcome);
    }
  }
}

/** Whether all that reaches more than the nodes that read it is the same. */
function isAlike(before: ReadState, after: ReadState): boolean {
  if (before.inventory.settings !== after.inventory.settings) return false;
  const [old, now] = [before, after].map(({ snapshot, inventory }) => {
    const paths = formPaths(snapshot.blobs, inventory.settings);
    return paths.map((path) => `${path} ${snapshot.blobs.get(path)}`).join("\n");
  });
  return old === now;
}
