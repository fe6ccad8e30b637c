import { isUtf8 } from "node:buffer";
import { hasForeignBytes, textOfBytes } from "../../../base/byte-text.ts";
import type { TreeEntry, TreeListing } from "../store.ts";

/** What `git ls-tree -r -z` printed: path to entry, without what is no file or link. Never fails. */
export function readTree(output: Buffer): Pick<TreeListing, "entries" | "unreadable"> {
  const entries = new Map<string, TreeEntry>();
  const unreadable: string[] = [];
  const isText = isUtf8(output);
  for (const text of textOfBytes(output).split("\0")) {
    const tab = text.indexOf("\t");
    if (!isText && hasForeignBytes(text)) unreadable.push(text.slice(tab + 1));
    // Anything else is a submodule, or the text after the last line.
    else if (text.startsWith(BLOB, MODE_LENGTH) && tab > 0) addEntry(entries, text, tab);
  }
  return { entries, unreadable };
}

/** `100644 blob ID<TAB>PATH`: a mode has six digits. */
const MODE_LENGTH = 6;
const BLOB = " blob ";

function addEntry(entries: Map<string, TreeEntry>, line: string, tab: number): void {
  // A copy: a part of the line would keep the whole output in memory.
  const text = Buffer.from(line).toString();
  const id = text.slice(MODE_LENGTH + BLOB.length, tab);
  entries.set(text.slice(tab + 1), { id, mode: text.slice(0, MODE_LENGTH) });
}
