import type { Identities } from "../compare/identity.ts";
import { nodeValueAt } from "../compare/node-values.ts";
import type { Inventory } from "../model/inventory.ts";
import type { ParameterPath } from "../model/parameter-path.ts";
import type { NodePolicies } from "../model/policy.ts";
import type { ReadSet, ResolvedNode } from "../model/resolved.ts";
import { groupsReadBy, readsOf } from "../resolve/node.ts";
import { policiesOf, policiesRead } from "../resolve/node-policies.ts";
import type { HistoryStep } from "./history-step.ts";
import { hasError, nodeOutcome } from "./outcome.ts";
import type { Tally } from "./tally.ts";

/**
 * What a node is in a stretch of history: the same object stands for every commit in which nothing that it read has
 * changed. Values are worked out when first asked for.
 */
export class NodeState {
  readonly name: string;
  /** Undefined where the inventory as a whole cannot be read. */
  readonly reads: ReadSet | undefined = undefined;
  /** Of a node that asks about others: what all of them read. */
  private readonly others: readonly ReadSet[] = [];
  private readonly policies: string = "";
  private inventory: Inventory | undefined;
  private readonly tally: Tally;
  private known: ResolvedState | undefined;

  constructor(inventory: Inventory, name: string, tally: Tally) {
    this.name = name;
    this.tally = tally;
    const definition = inventory.node(name);
    if (hasError(inventory) || definition === undefined) {
      this.known = unresolved;
      return;
    }
    this.reads = readsOf(inventory, name);
    this.inventory = inventory;
    if (this.reads.queries.length > 0) {
      this.others = inventory.nodeNames.map((other) => readsOf(inventory, other));
    }
    this.policies = policiesRead(inventory, definition);
  }

  /** Whether the node asks about others, which may come and go. */
  get asks(): boolean {
    return this.others.length > 0;
  }

  get resolved(): ResolvedState {
    if (this.known === undefined) {
      const { inventory, name } = this;
      if (inventory === undefined) return unresolved;
      this.tally.resolved += 1;
      const { node } = nodeOutcome(inventory, name);
      this.known = { node, policies: node && policiesOf(inventory, node) };
      this.inventory = undefined;
    }
    return this.known;
  }

  /** Whether files that a step changes could make it another; groups and policies aside. */
  mayDiffer(step: HistoryStep): boolean {
    if (this.reads === undefined) return false;
    if (isRead(this.reads, step)) return true;
    if (!this.asks) return false;
    return step.nodes.size > 0 || step.groups || this.others.some((reads) => isRead(reads, step));
  }

  /** Whether other groups or policies reach the node in an inventory. */
  isReachedDifferently(inventory: Inventory, { groups, policies }: HistoryStep): boolean {
    const definition = inventory.node(this.name);
    if (this.reads === undefined || definition === undefined) return true;
    if (groups && groupsReadBy(inventory, this.name) !== this.reads.groups) return true;
    // Rules name groups, so that these decide on policies too.
    return (groups || policies) && policiesRead(inventory, definition) !== this.policies;
  }
}

/** A node with its policies; both absent where it does not resolve. */
export interface ResolvedState {
  readonly node: ResolvedNode | undefined;
  readonly policies: NodePolicies | undefined;
}

/** Equal for equal values; a value that is not there is told from one that does not resolve. */
export function valueKey(state: NodeState | undefined, path: ParameterPath, identities: Identities): string {
  return state === undefined ? "none" : resolvedKey(state.resolved.node, path, identities);
}

/** As {@link valueKey}, of a node that is there. */
export function resolvedKey(node: ResolvedNode | undefined, path: ParameterPath, identities: Identities): string {
  if (node === undefined) return "fails";
  const value = nodeValueAt(node, path);
  const isConflict = path[0] === "parameters" && node.conflicts.some(({ property }) => property === path[1]);
  if (value === undefined) return isConflict ? "fails" : "none";
  return `value ${identities.of(value)}`;
}

const unresolved: ResolvedState = { node: undefined, policies: undefined };

function isRead(reads: ReadSet, { paths, newClasses }: HistoryStep): boolean {
  for (const path of paths) if (reads.files.has(path)) return true;
  for (const name of newClasses) if (reads.missed.has(name)) return true;
  return false;
}
