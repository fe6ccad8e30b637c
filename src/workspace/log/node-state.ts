import type { Identities } from "../../compare/identity.ts";
import { conflictAt } from "../../model/inventory/conflicts.ts";
import type { Inventory, ReadSet } from "../../model/inventory/inventory.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { contractsRead, type NodeNames } from "../../resolve/contracts/node-contracts.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import type { WalkedNode } from "../../resolve/node.ts";
import { groupsReadBy, namesOfWalked, readsOf, readsOfWalked, resolveWalked, walkNode } from "../../resolve/node.ts";
import { policiesRead } from "../../resolve/policies/node-policies.ts";
import { hasError } from "../load/outcome.ts";
import type { Tally } from "./request.ts";
import type { HistoryStep } from "./step.ts";

/** A node's state: one object for all commits in which nothing that it read has changed. Values are computed lazily. */
export class NodeState {
  readonly name: string;
  /** Undefined if the inventory as a whole cannot be read. */
  readonly reads: ReadSet | undefined = undefined;
  /** For a node with queries: what all nodes it asks read. */
  private readonly others: readonly ReadSet[] = [];
  private readonly policies: string = "";
  private readonly names: NodeNames | undefined;
  private readonly contracts: string = "";
  private walked: WalkedNode | undefined;
  private readonly tally: Tally;
  isResolved = false;
  /** The resolved node in a list of one, empty where it does not resolve; undefined before it is computed. */
  private known: readonly NodeData[] | undefined;

  constructor(inventory: Inventory, name: string, tally: Tally) {
    this.name = name;
    this.tally = tally;
    const definition = inventory.node(name);
    if (hasError(inventory) || definition === undefined) {
      this.known = [];
      return;
    }
    this.walked = walkNode(inventory, name);
    this.reads = readsOfWalked(this.walked);
    if (this.reads.queries.length > 0) this.others = inventory.nodeNames.map((other) => readsOf(inventory, other));
    this.policies = policiesRead(inventory, definition);
    this.names = namesOfWalked(this.walked);
    this.contracts = contractsRead(inventory, this.names);
  }

  /** Whether the node has queries, whose nodes may be added or removed. */
  get asks(): boolean {
    return this.others.length > 0;
  }

  get resolved(): NodeData | undefined {
    const { walked } = this;
    if (this.known === undefined && walked !== undefined) {
      this.tally.resolved += 1;
      this.isResolved = true;
      const { node } = resolveWalked(walked);
      this.known = node === undefined ? [] : [new NodeData(walked.inventory, { node })];
      this.walked = undefined;
    }
    return this.known?.[0];
  }

  /** Whether files changed by a step could change the node; groups, policies and contracts aside. */
  mayDiffer(step: HistoryStep): boolean {
    if (this.reads === undefined) return true;
    if (isRead(this.reads, step) || step.runtimeNodes.has(this.name)) return true;
    if (!this.asks) return false;
    return step.nodes.size > 0 || step.groups || step.contracts || this.others.some((reads) => isRead(reads, step));
  }

  /** Whether other groups, policies or contracts reach the node in an inventory. */
  isReachedDifferently(inventory: Inventory, { groups, policies, contracts }: HistoryStep): boolean {
    const definition = inventory.node(this.name);
    if (this.reads === undefined || definition === undefined) return true;
    if (groups && groupsReadBy(inventory, this.name) !== this.reads.groups) return true;
    if (contracts && this.names !== undefined && contractsRead(inventory, this.names) !== this.contracts) return true;
    // Rules name groups, so groups affect policies too.
    return (groups || policies) && policiesRead(inventory, definition) !== this.policies;
  }
}

/** Equal for equal values; a missing value differs from one that does not resolve. */
export function valueKey(state: NodeState | undefined, path: ParameterPath, identities: Identities): string {
  if (state === undefined) return "none";
  const { resolved } = state;
  if (resolved === undefined) return "fails";
  const value = resolved.at(path);
  if (value !== undefined) return presentKey(value, identities);
  return conflictAt(resolved.node.conflicts, path) === undefined ? "none" : "fails";
}

/** As {@link valueKey}, for a value that exists. */
export function presentKey(value: Value, identities: Identities): string {
  return `value ${identities.of(value)}`;
}
function isRead(reads: ReadSet, { paths, newClasses }: HistoryStep): boolean {
  for (const path of paths) if (reads.files.has(path)) return true;
  for (const name of newClasses) if (reads.missed.has(name)) return true;
  return false;
}
