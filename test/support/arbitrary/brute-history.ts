import { keptAt } from "../../../src/base/made-once.ts";
import { dataChanges } from "../../../src/compare/changes/nodes.ts";
import { findRenames } from "../../../src/compare/changes/renames.ts";
import { Identities } from "../../../src/compare/identity.ts";
import { conflictAt } from "../../../src/model/inventory/conflicts.ts";
import type { Inventory, ResolvedNode } from "../../../src/model/inventory/inventory.ts";
import type { ParameterPath } from "../../../src/model/values/parameter-path.ts";
import { NodeData } from "../../../src/resolve/data/node-data.ts";
import { nodeOutcome } from "../../../src/workspace/load/outcome.ts";
import type { Workspace } from "../../../src/workspace/workspace.ts";

/** A commit of a history: `git rev-list --topo-order --parents`. */
export interface PlainCommit {
  readonly id: string;
  readonly parents: readonly string[];
}

/** A commit and the name of the node in it. */
type Named = readonly [string, string];

interface Visit {
  readonly here: Named;
  readonly parents: readonly Named[];
}

/** Every commit resolved from scratch: what the engine that walks along the history has to agree with. */
export class BruteHistory {
  readonly commits: readonly PlainCommit[];
  private readonly workspace: Workspace;
  private readonly inventories = new Map<string, Inventory>();
  private readonly nodes = new Map<string, ResolvedNode | undefined>();
  private readonly lists = new Map<string, readonly string[]>();
  private readonly identities: Identities = new Identities();

  constructor(workspace: Workspace, listed: string) {
    this.workspace = workspace;
    this.commits = listed.split("\n").map((line) => {
      const [id = "", ...parents] = line.split(" ");
      return { id, parents };
    });
  }

  async read(): Promise<void> {
    for (const id of new Set(this.commits.flatMap((commit) => [commit.id, ...commit.parents]))) {
      this.inventories.set(id, await this.workspace.load(await this.workspace.formerSnapshot(id)));
    }
  }

  /** The commits of this history that a list of some of them names; they are not read again. */
  part(listed: string): BruteHistory {
    const part = new BruteHistory(this.workspace, listed);
    for (const [id, inventory] of this.inventories) part.inventories.set(id, inventory);
    return part;
  }

  names(commit: string): readonly string[] {
    return keptAt(this.lists, commit, () => this.inventory(commit).nodeNames);
  }

  node(commit: string, name: string): ResolvedNode | undefined {
    const key = `${commit} ${name}`;
    if (!this.nodes.has(key)) {
      const inventory = this.inventory(commit);
      const isBroken = inventory.diagnostics.some(({ severity }) => severity === "error");
      this.nodes.set(key, isBroken ? undefined : nodeOutcome(inventory, name).node);
    }
    return this.nodes.get(key);
  }

  /** Ids of the commits that change a node, or a value of it. */
  log(name: string, path?: ParameterPath): readonly string[] {
    return this.visits(name).flatMap(({ here, parents }) => {
      if (parents.length === 0) return this.differs(undefined, here, path) ? [here[0]] : [];
      return parents.every((other) => this.differs(other, here, path)) ? [here[0]] : [];
    });
  }

  /** The commit since which a node has the value that it has in the newest one; undefined where it is not among these. */
  blame(name: string, path: ParameterPath): string | undefined {
    let suspect = this.commits[0]?.id ?? "";
    for (const { here, parents } of this.visits(name)) {
      if (here[0] !== suspect) continue;
      const next = parents.find((other) => !this.differs(other, here, path));
      if (next === undefined) return suspect;
      suspect = next[0];
    }
    return undefined;
  }

  /** Every commit with its parents, each with the name of the node there. */
  private visits(name: string): readonly Visit[] {
    const called = new Map<string, string>();
    return this.commits.map(({ id, parents }) => {
      const here = called.get(id) ?? name;
      for (const parent of parents) {
        const known = called.get(parent);
        if (known !== undefined && this.has(parent, known)) continue;
        const next = this.has(id, here) ? this.followed(here, id, parent) : here;
        if (known === undefined || this.has(parent, next)) called.set(parent, next);
      }
      return { here: [id, here], parents: parents.map((parent) => [parent, called.get(parent) ?? name]) };
    });
  }

  /** Ids of the commits in which some node, of those that are meant, or a value of it, is not what it is in any parent. */
  logOfAny(isMeant: (name: string) => boolean, path?: ParameterPath): readonly string[] {
    return this.commits.flatMap(({ id, parents }) => {
      const names = new Set([id, ...parents].flatMap((each) => this.names(each)));
      const isChanged = (name: string): boolean => {
        if (parents.length === 0) return this.differs(undefined, [id, name], path);
        return parents.every((parent) => this.differs([parent, name], [id, name], path));
      };
      return [...names].some((name) => isMeant(name) && isChanged(name)) ? [id] : [];
    });
  }

  private has(commit: string, name: string): boolean {
    return this.names(commit).includes(name);
  }

  private followed(name: string, commit: string, parent: string): string {
    if (this.has(parent, name)) return name;
    const lone = (from: string, other: string) =>
      this.names(from)
        .filter((each) => !this.has(other, each))
        .map((each) => ({ name: each, node: this.node(from, each), file: this.inventory(from).node(each)?.file }));
    const renames = findRenames(lone(parent, commit), lone(commit, parent), this.identities);
    return renames.find(({ to }) => to === name)?.from ?? name;
  }

  private differs(before: Named | undefined, after: Named, path?: ParameterPath): boolean {
    if (path !== undefined) return this.key(before, path) !== this.key(after, path);
    const [wasThere, isThere] = [before !== undefined && this.has(...before), this.has(...after)];
    if (!wasThere || before === undefined || !isThere) return wasThere !== isThere;
    const [old, now] = [this.node(...before), this.node(...after)];
    if (old === undefined || now === undefined) return old !== now;
    const data = [
      new NodeData(this.inventory(before[0]), { node: old }),
      new NodeData(this.inventory(after[0]), { node: now }),
    ] as const;
    const changes = dataChanges(...data, { identities: this.identities });
    return changes.length > 0 || old.conflicts.length > 0 !== now.conflicts.length > 0;
  }

  private key(at: Named | undefined, path: ParameterPath): string {
    if (at === undefined || !this.has(...at)) return "none";
    const node = this.node(...at);
    if (node === undefined) return "fails";
    const value = new NodeData(this.inventory(at[0]), { node }).at(path);
    if (value === undefined) return conflictAt(node.conflicts, path) === undefined ? "none" : "fails";
    return `value ${this.identities.of(value)}`;
  }

  private inventory(commit: string): Inventory {
    const inventory = this.inventories.get(commit);
    if (inventory === undefined) throw new Error(`${commit} was not read`);
    return inventory;
  }
}
