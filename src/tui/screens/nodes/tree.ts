import { grouped } from "../../../base/text-order.ts";
import { parsePath, printKeys, printPath } from "../../../model/values/parameter-path.ts";
import { remembered } from "../../../speed/kept.ts";
import type { NodeTree } from "../../worker/questions.ts";
import type { ChangeRow, ChangeSet } from "../../worker/rows/change-set.ts";
import type { TreeRow } from "../../worker/rows/node-tree.ts";
import type { NodesState } from "../state.ts";

export type TreeItem = ReturnType<typeof counted>[number];

/** All values of a node and those that a set removes, each with its symbol; the same object for the same set. */
export const treeEntries = remembered("screens", (tree: NodeTree, set: ChangeSet | undefined): readonly TreeItem[] => {
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
export const visibleEntries = remembered(
  "screens",
  (entries: readonly TreeItem[], folding: Folding): readonly TreeItem[] => {
    const shown: TreeItem[] = [];
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index];
      if (entry === undefined) break;
      shown.push(entry);
      if (entry.below > 0 && !isUnfolded(entry, folding)) index += entry.below;
    }
    return shown;
  },
);

/** By default parameters and values with changes are unfolded. */
export function isUnfolded({ path, inside, below }: TreeItem, { toggled }: Folding): boolean {
  if (below === 0) return false;
  return (path === "parameters" || inside > 0) !== toggled.has(path);
}
