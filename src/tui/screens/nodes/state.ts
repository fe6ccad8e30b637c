import { remembered } from "../../../base/remembered.ts";
import { atTop, type Cursor, firstSearched, type SearchedState } from "../../list/cursor.ts";
import type { NodeList, NodeTree, TabRows } from "../../worker/questions.ts";
import type { ChangeSet, CommitCounts } from "../../worker/rows/change-set.ts";
import type { NodeStatus } from "../../worker/rows/node-tree.ts";

type NodeTab = "tree" | TabRows["tab"];
export const nodeTabs: readonly NodeTab[] = ["tree", "sources", "groups", "policies", "properties"];

export type NodeSort = "state" | "values" | "name";

export interface NodesState extends SearchedState<NodeSort> {
  /** The last nodes that were reported; they may be those of another target. */
  readonly list: NodeList | undefined;
  /** The known statuses of nodes, and the key of the target. */
  readonly statuses: { readonly key: string; readonly of: ReadonlyMap<string, NodeStatus> };
  /** Whether the cursor was never moved: then it stays on the first node, whichever that is. */
  readonly isAtFirst: boolean;
  readonly tab: NodeTab;
  readonly tree: NodeTree | undefined;
  readonly rows: TabRows | undefined;
  /** Paths of values that are folded or unfolded against the default. */
  readonly toggled: ReadonlySet<string>;
  readonly treeCursor: Cursor;
  /** The path on which the cursor of the tree goes as soon as the values are there. */
  readonly goal: string | undefined;
  /** What the listed nodes have in common; undefined if all nodes are listed. */
  readonly only: CommonValue | undefined;
}

/** Nodes that have a value. */
interface CommonValue {
  /** As `heir nodes --with` reads it: `ntp:server=ntp1`. */
  readonly test: string;
  /** Those that are found so far. */
  readonly names: ReadonlySet<string>;
  readonly isWhole: boolean;
}

export const noNodes: NodesState = {
  ...firstSearched<NodeSort>("state", "values", "name"),
  list: undefined,
  statuses: { key: "", of: new Map() },
  isAtFirst: true,
  tab: "tree",
  tree: undefined,
  rows: undefined,
  toggled: new Set(),
  treeCursor: atTop,
  goal: undefined,
  only: undefined,
};

export type NodeCounts = Pick<CommitCounts, "changed" | "added" | "removed" | "failing">;

export const countsByNode = remembered(({ nodes: names, changes }: ChangeSet): ReadonlyMap<string, NodeCounts> => {
  const all = names.map(() => ({ changed: 0, added: 0, removed: 0, failing: 0 }));
  for (const { sign, isValue, nodes } of changes) {
    const field = isValue ? FIELDS[sign] : sign === "!" ? "failing" : undefined;
    if (field === undefined) continue;
    for (const node of nodes) {
      const counts = all[node];
      if (counts !== undefined) counts[field] += 1;
    }
  }
  return new Map(names.map((name, index) => [name, all[index] ?? NO_COUNTS]));
});

export const NO_COUNTS: NodeCounts = { changed: 0, added: 0, removed: 0, failing: 0 };
const FIELDS: Readonly<Record<string, keyof NodeCounts>> = {
  "~": "changed",
  "+": "added",
  "-": "removed",
  // Lost to a conflict.
  "!": "changed",
};
