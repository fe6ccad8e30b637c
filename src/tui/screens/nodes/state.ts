import { remembered } from "../../../base/remembered.ts";
import { atTop, type Cursor } from "../../list/cursor.ts";
import { firstSearched, type SearchedState } from "../../list/state.ts";
import type { ChangeSet } from "../../worker/protocol/data.ts";
import {
  type NodeList,
  type NodeStatus,
  type NodeTree,
  type TabRows,
  type TextTab,
  textTabs,
} from "../../worker/protocol/node-data.ts";

export type NodeTab = "tree" | TextTab;
export const nodeTabs: readonly NodeTab[] = ["tree", ...textTabs];

export type NodeSort = "name" | "values" | "state";

/** The screen of nodes. */
export interface NodesState extends SearchedState<NodeSort> {
  /** The last that the worker told; it may be of another target still. */
  readonly list: NodeList | undefined;
  /** How the nodes stand, as far as that is known, and of which target that is. */
  readonly statuses: { readonly key: string; readonly of: ReadonlyMap<string, NodeStatus> };
  readonly tab: NodeTab;
  readonly tree: NodeTree | undefined;
  readonly rows: TabRows | undefined;
  /** Paths of values that are folded though they would not be, or the other way round. */
  readonly toggled: ReadonlySet<string>;
  /** Whether all values are unfolded, and not only those with changes in them. */
  readonly isWhole: boolean;
  readonly treeCursor: Cursor;
}

export const noNodes: NodesState = {
  ...firstSearched<NodeSort>("name", "values", "state"),
  list: undefined,
  statuses: { key: "", of: new Map() },
  tab: "tree",
  tree: undefined,
  rows: undefined,
  toggled: new Set(),
  isWhole: false,
  treeCursor: atTop,
};

/** How many values of a node a target adds, removes and changes. */
export interface NodeCounts {
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
  readonly failing: number;
}

/** The counts of each node that a set touches. */
export const countsByNode: (set: ChangeSet) => ReadonlyMap<string, NodeCounts> = remembered(
  ({ nodes: names, changes }: ChangeSet) => {
    const all = names.map(() => ({ changed: 0, added: 0, removed: 0, failing: 0 }));
    for (const { sign, isValue, nodes } of changes) {
      const field = sign === "!" ? "failing" : isValue ? FIELDS[sign] : undefined;
      if (field === undefined) continue;
      for (const node of nodes) {
        const counts = all[node];
        if (counts !== undefined) counts[field] += 1;
      }
    }
    return new Map(names.map((name, index) => [name, all[index] ?? NO_COUNTS]));
  },
);

export const NO_COUNTS: NodeCounts = { changed: 0, added: 0, removed: 0, failing: 0 };
const FIELDS: Readonly<Record<string, keyof NodeCounts>> = { "~": "changed", "+": "added", "-": "removed" };
