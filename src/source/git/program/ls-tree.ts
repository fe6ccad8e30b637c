import { isUtf8 } from "node:buffer";
import { hasForeignBytes, textOfBytes } from "../../../base/byte-text.ts";
import type { TreeEntry, TreeListing } from "../store.ts";

/** What `git ls-tree -r -z` printed: path to entry. Never fails. */
export function readTree(output: Buffer): Omit<TreeListing, "id"> {
  const entries = new Map<string, TreeEntry>();
  const submodules = new Map<string, string>();
  const unreadable: string[] = [];
  const isText = isUtf8(output);
  for (let start = 0, end = output.indexOf(0); end !== -1; start = end + 1, end = output.indexOf(0, start)) {
    // Each line is decoded by itself: a part of a longer text would keep all of it in memory.
    const line = isText ? output.toString("utf8", start, end) : textOfBytes(output.subarray(start, end));
    const tab = line.indexOf("\t");
    if (!isText && hasForeignBytes(line)) unreadable.push(line.slice(tab + 1));
    else if (line.startsWith(BLOB, MODE_LENGTH) && tab > 0) {
      const id = line.slice(MODE_LENGTH + BLOB.length, tab);
      entries.set(line.slice(tab + 1), { id, mode: line.slice(0, MODE_LENGTH) });
    } else if (line.startsWith(COMMIT, MODE_LENGTH)) {
      submodules.set(line.slice(tab + 1), line.slice(MODE_LENGTH + COMMIT.length, tab));
    }
  }
  return { entries, submodules, unreadable };
}

/** `100644 blob ID<TAB>PATH`: a mode has six digits. */
const MODE_LENGTH = 6;
const BLOB = " blob ";
const COMMIT = " commit ";
