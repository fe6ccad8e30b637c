import { isUtf8 } from "node:buffer";
import { compareText } from "../../../base/text-order.ts";
import type { TreeEntry, TreeListing } from "../store.ts";

/** Prints how one tree differs from another, every option set whose default the user's settings could change. */
export const COMPARE_TREES: readonly string[] = [
  ...["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--no-relative", "--ignore-submodules=none"],
];

/**
 * The listing of a tree from that of another one and what `git diff-tree -z --raw` printed of both. Undefined for paths
 * that are no UTF-8: those only a listing gives. Never fails.
 */
export function readDifferences(from: TreeListing, output: Buffer, id: string): TreeListing | undefined {
  if (from.unreadable.length > 0 || !isUtf8(output)) return undefined;
  const entries = new Map(from.entries);
  const submodules = new Map(from.submodules);
  const added: (readonly [string, TreeEntry])[] = [];
  const fields = output.toString().split("\0");
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = "", , blob = ""] = (fields[at] ?? "").split(" ");
    const path = fields[at + 1] ?? "";
    if (mode !== SUBMODULE) submodules.delete(path);
    else submodules.set(path, blob);
    if (mode === NONE || mode === SUBMODULE) entries.delete(path);
    else if (entries.has(path)) entries.set(path, { id: blob, mode });
    else added.push([path, { id: blob, mode }]);
  }
  return { id, entries: inOrder(entries, added), submodules, unreadable: [] };
}

const SUBMODULE = "160000";
const NONE = "000000";

/** As git lists: by path. */
function inOrder(
  entries: ReadonlyMap<string, TreeEntry>,
  added: readonly (readonly [string, TreeEntry])[],
): ReadonlyMap<string, TreeEntry> {
  if (added.length === 0) return entries;
  const sorted = added.toSorted(([one], [other]) => compareText(one, other));
  const all = new Map<string, TreeEntry>();
  let next = 0;
  for (const [path, entry] of entries) {
    for (let first = sorted[next]; first !== undefined && compareText(first[0], path) < 0; first = sorted[next]) {
      all.set(...first);
      next += 1;
    }
    all.set(path, entry);
  }
  for (const [path, entry] of sorted.slice(next)) all.set(path, entry);
  return all;
}
