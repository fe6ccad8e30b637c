import { isUtf8 } from "node:buffer";
import { compareText } from "../../../base/text-order.ts";
import type { TreeListing } from "../store.ts";
import type { TreeEntry } from "../tree-entries.ts";

/** Prints how one tree differs from another, every option set whose default the user's settings could change. */
export const COMPARE_TREES: readonly string[] = [
  ...["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--no-relative", "--ignore-submodules=none"],
];

/**
 * The listing of a tree from that of another one and what `git diff-tree -z --raw` printed of both. Undefined for paths
 * that are no UTF-8, for names that git does not check out and for trees that are not in order: those only a listing
 * gives. Never fails.
 */
export function readDifferences(from: TreeListing, output: Buffer, id: string): TreeListing | undefined {
  if (from.unreadable.length > 0 || from.refused !== undefined || !isUtf8(output)) return undefined;
  const submodules = new Map(from.submodules);
  const added = new Map<string, TreeEntry>();
  const removed = new Set<string>();
  const fields = output.toString().split("\0");
  let last = "";
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = "", , blob = ""] = (fields[at] ?? "").split(" ");
    const path = fields[at + 1] ?? "";
    if (compareText(path, last) <= 0 || MAY_BE_REFUSED.test(path)) return undefined;
    last = path;
    if (mode !== SUBMODULE) submodules.delete(path);
    else submodules.set(path, blob);
    if (mode === NONE || mode === SUBMODULE) removed.add(path);
    else added.set(path, { id: blob, mode });
  }
  return { id, entries: from.entries.edited(added, removed), submodules, unreadable: [] };
}

const MAY_BE_REFUSED = /(?:^|\/)(?:\/|\.{1,2}(?:\/|$)|\.git(?:\/|$)|git~1(?:\/|$))/i;
const SUBMODULE = "160000";
const NONE = "000000";
