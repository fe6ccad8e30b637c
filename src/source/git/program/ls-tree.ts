import { isUtf8 } from "node:buffer";
import { hasForeignBytes, textOfBytes } from "../../../base/byte-text.ts";
import type { TreeEntry, TreeListing } from "../store.ts";

/** What `git ls-tree -r -z` printed: path to entry. Never fails. */
export function readTree(output: Buffer): Omit<TreeListing, "id"> {
  const entries = new Map<string, TreeEntry>();
  const submodules = new Map<string, string>();
  const unreadable: string[] = [];
  const isText = isUtf8(output);
  const text = isText ? output.toString() : textByLines(output);
  for (let start = 0, end = text.indexOf("\0"); end !== -1; start = end + 1, end = text.indexOf("\0", start)) {
    const tab = text.indexOf("\t", start);
    const path = text.slice(tab + 1, end);
    if (!isText && hasForeignBytes(path)) unreadable.push(path);
    else if (text.startsWith(BLOB, start + MODE_LENGTH) && tab > 0) {
      const id = text.slice(start + MODE_LENGTH + BLOB.length, tab);
      const mode = text.startsWith(REGULAR, start) ? REGULAR : text.slice(start, start + MODE_LENGTH);
      entries.set(path, { id, mode });
    } else if (text.startsWith(COMMIT, start + MODE_LENGTH)) {
      submodules.set(path, text.slice(start + MODE_LENGTH + COMMIT.length, tab));
    }
  }
  return { entries, submodules, unreadable };
}

/** Bytes that are no UTF-8 are looked for in each line by itself. */
function textByLines(output: Buffer): string {
  const lines = output.toString("latin1").split("\0");
  return lines.map((line) => textOfBytes(Buffer.from(line, "latin1"))).join("\0");
}

/** `100644 blob ID<TAB>PATH`: a mode has six digits. */
const MODE_LENGTH = 6;
/** That of nearly all files, which share one text. */
const REGULAR = "100644";
const BLOB = " blob ";
const COMMIT = " commit ";
