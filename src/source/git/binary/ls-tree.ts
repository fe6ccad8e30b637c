import { isUtf8 } from "node:buffer";
import { textOfBytes } from "../../../base/byte-text.ts";
import { LineNotes } from "../../../base/path-lines.ts";
import { compareText } from "../../../base/text-order.ts";
import { SUBMODULE_MODE, TreeEntries, type TreeEntry } from "../../../model/inventory/tree-entries.ts";
import type { TreeListing } from "../store.ts";

/** What `git ls-tree -r -z` printed: path to entry. Never fails. */
export function readTree(output: Buffer): Omit<TreeListing, "id"> {
  const submodules = new Map<string, string>();
  const unreadable: string[] = [];
  const isText = isUtf8(output);
  const notes = new LineNotes(Math.floor(output.length / USUAL_LENGTH));
  let disorder: string | undefined;
  for (let start = 0, end = 0; start < output.length; start = end + 1) {
    const path = output.indexOf(TAB, start) + 1;
    end = output.indexOf(0, path);
    if (path === 0 || end < 0) break;
    if (!isText && !isUtf8(output.subarray(path, end))) unreadable.push(textOfBytes(output.subarray(path, end)));
    else if (output[start + KIND] === BLOB) {
      const isNext = notes.count === 0 || isBefore(output, notes.lastPath, path);
      if (!isNext) disorder ??= output.toString("utf8", path, end);
      notes.add(start, path, end);
    } else {
      submodules.set(output.toString("utf8", path, end), output.toString("latin1", start + COMMIT_ID, path - 1));
    }
  }
  const entries = new TreeEntries(notes.linesOf(output));
  const paths = refusedPaths(output);
  const refused = { paths, disorder };
  return {
    // A tree that is not as git makes it.
    entries: disorder === undefined ? entries : TreeEntries.of(new Map(entries)),
    submodules,
    unreadable,
    refused: paths.length > 0 || disorder !== undefined ? refused : undefined,
  };
}

/** Whether the path that begins at one place comes before that at another one; each ends with a zero. */
function isBefore(bytes: Buffer, one: number, other: number): boolean {
  let at = 0;
  while (bytes[one + at] === bytes[other + at] && bytes[one + at] !== 0) at += 1;
  return (bytes[one + at] ?? 0) < (bytes[other + at] ?? 0);
}

/** `100644 blob ID<TAB>PATH`, or `160000 commit ID<TAB>PATH`: a mode has six digits. */
const KIND = "100644 ".length;
const COMMIT_ID = "160000 commit ".length;
const BLOB = "b".charCodeAt(0);
const TAB = 9;
/** Of a line, with an id of forty digits. */
const USUAL_LENGTH = 80;

/** Texts one of which is in each path with a name that git does not check out. */
const SIGNS = ["\t.", "/.", "~1", "//", "\t/"].map((text) => Buffer.from(text));
const REFUSED = /^(?:|\.|\.\.|\.git|git~1)$/i;

/**
 * The paths with a name that git checks out nowhere, by its defaults: `.`, `..`, `.git` in any case, `git~1`, or none at all.
 * `output` is what `git ls-tree -r -z` printed. Never fails.
 */
function refusedPaths(output: Buffer): readonly string[] {
  const found = new Set<string>();
  for (const sign of SIGNS) {
    for (let at = output.indexOf(sign); at >= 0; at = output.indexOf(sign, at + 1)) {
      const start = output.lastIndexOf(0, at) + 1;
      const end = output.indexOf(0, at);
      const path = textOfBytes(output.subarray(output.indexOf(TAB, start) + 1, end < 0 ? output.length : end));
      if (path.split("/").some((name) => REFUSED.test(name))) found.add(path);
    }
  }
  return [...found];
}

/** Prints how one tree differs from another, every option set whose default the user's settings could change. */
export const COMPARE_TREES: readonly string[] = [
  ...["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--no-relative", "--ignore-submodules=none"],
];

/**
 * The listing of a tree from another one's and `git diff-tree -z --raw` of both. Undefined for paths that are no UTF-8,
 * for names that git does not check out and for trees out of order: those only a listing gives. Never fails.
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
    if (mode !== SUBMODULE_MODE) submodules.delete(path);
    else submodules.set(path, blob);
    if (mode === NONE || mode === SUBMODULE_MODE) removed.add(path);
    else added.set(path, { id: blob, mode });
  }
  return { id, entries: from.entries.edited(added, removed), submodules, unreadable: [] };
}

const MAY_BE_REFUSED = /(?:^|\/)(?:\/|\.{1,2}(?:\/|$)|\.git(?:\/|$)|git~1(?:\/|$))/i;
const NONE = "000000";
