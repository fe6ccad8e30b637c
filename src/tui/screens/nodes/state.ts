import { remembered } from "../../../base/remembered.ts";
import { grouped } from "../../../base/text-order.ts";
import { parsePath, printKeys, printPath } from "../../../model/values/parameter-path.ts";
import { atTop, type Cursor, firstSearched, type SearchedState } from "../../list/cursor.ts";
import type { NodeList, NodeTree, TabRows } from "../../worker/questions.ts";
import type { ChangeRow } from "../../worker/rows/block-rows.ts";
import type { ChangeSet, CommitCounts } from "../../worker/rows/change-set.ts";
import type { NodeStatus, TreeRow } from "../../worker/rows/node-tree.ts";

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

export type TreeItem = ReturnType<typeof counted>[number];

/** All values of a node and those that a set removes, each with its symbol; the same object for the same set. */
export const treeEntries = remembered((tree: NodeTree, set: ChangeSet | undefined): readonly TreeItem[] => {
  const changes = set === undefined ? [] : changesOf(tree.node, set);
  const byPath = new Map(changes.map((row) => [row.title, row]));
  const paths = new Set(tree.rows.map(({ path }) => path));
  const gone = tree.rows.length === 0 ? [] : changes.filter(({ title }) => !paths.has(title));
  return counted(withRows(tree.rows, gone), byPath);
});

function changesOf(node: string, { nodes, changes }: ChangeSet): readonly ChangeRow[] {
  const index = nodes.indexOf(node);
  return index === -1 ? [] : changes.filter((row) => row.isValue && row.nodes.includes(index));
}

/** Removed values are last below the deepest value of their path that still exists. */
function withRows(rows: readonly TreeRow[], gone: readonly ChangeRow[]): readonly TreeRow[] {
  if (gone.length === 0) return rows;
  const byPath = new Map(rows.map((row) => [row.path, row]));
  const placed = gone.map((row) => {
    const { owner, key } = ownerOf(row, byPath);
    const depth = owner === undefined ? 0 : owner.depth + 1;
    return { owner, row: { depth, key, path: row.title, value: row.old ?? "", place: row.place } };
  });
  const added = grouped(placed, ({ owner }) => owner);
  const below = (owner: TreeRow | undefined): readonly TreeRow[] => (added.get(owner) ?? []).map(({ row }) => row);
  return [...interleaved(rows, below), ...below(undefined)];
}

function ownerOf({ title }: ChangeRow, byPath: ReadonlyMap<string, TreeRow>) {
  const reading = parsePath(title);
  const keys = reading.kind === "path" ? reading.path : [title];
  for (let length = keys.length - 1; length > 0; length -= 1) {
    const owner = byPath.get(printPath(keys.slice(0, length)));
    if (owner !== undefined) return { owner, key: printKeys(keys.slice(length)) };
  }
  return { owner: undefined, key: title };
}

function interleaved(rows: readonly TreeRow[], below: (owner: TreeRow) => readonly TreeRow[]): readonly TreeRow[] {
  const all: TreeRow[] = [];
  const open: TreeRow[] = [];
  const close = (depth: number): void => {
    for (let last = open.at(-1); last !== undefined && last.depth >= depth; last = open.at(-1)) {
      open.pop();
      all.push(...below(last));
    }
  };
  for (const row of rows) {
    close(row.depth);
    open.push(row);
    all.push(row);
  }
  close(0);
  return all;
}

/** Each row with its sign, the value before if it was another, how many rows it owns, and how many of those change. */
function counted(rows: readonly TreeRow[], byPath: ReadonlyMap<string, ChangeRow>) {
  const [below, inside] = [new Uint32Array(rows.length), new Uint32Array(rows.length)];
  const open: number[] = [];
  for (const [index, row] of rows.entries()) {
    while (open.length > 0 && (rows[open.at(-1) ?? 0]?.depth ?? 0) >= row.depth) open.pop();
    const isMarked = byPath.has(row.path);
    for (const owner of open) {
      below[owner] = (below[owner] ?? 0) + 1;
      if (isMarked) inside[owner] = (inside[owner] ?? 0) + 1;
    }
    open.push(index);
  }
  return rows.map((row, index) => {
    const change = byPath.get(row.path);
    const old = change?.now === undefined ? undefined : change.old;
    return { ...row, sign: change?.sign, old, below: below[index] ?? 0, inside: inside[index] ?? 0 };
  });
}

export type Folding = Pick<NodesState, "toggled">;

/** The values that are not folded away. */
export const visibleEntries = remembered((entries: readonly TreeItem[], folding: Folding): readonly TreeItem[] => {
  const shown: TreeItem[] = [];
  for (let index = 0; index < entries.length; index += 1) {
    const entry = entries[index];
    if (entry === undefined) break;
    shown.push(entry);
    if (entry.below > 0 && !isUnfolded(entry, folding)) index += entry.below;
  }
  return shown;
});

/** By default parameters and values with changes are unfolded. */
export function isUnfolded({ path, inside, below }: TreeItem, { toggled }: Folding): boolean {
  if (below === 0) return false;
  return (path === "parameters" || inside > 0) !== toggled.has(path);
}
