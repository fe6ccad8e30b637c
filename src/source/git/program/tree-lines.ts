import { isUtf8 } from "node:buffer";
import { hasForeignBytes, textOfBytes } from "../../../base/byte-text.ts";
import type { TreeEntry, TreeListing } from "../store.ts";

interface TreeLine {
  readonly text: string;
  readonly path: string;
  readonly entry: TreeEntry;
}

/** Lines of former trees go once there are more than those of so many trees. */
const MOST_TREES = 2;

/**
 * Reads what `git ls-tree -r -z` writes, tree after tree. Most lines of a tree stand in the one before it too: those are
 * not taken apart again, and give the same objects, so that listings of many commits take little more memory than one.
 */
export class TreeLines {
  private readonly known = new Map<string, TreeLine>();

  /** Path to entry; whatever is no file or link is left out. Never fails. */
  read(output: Buffer): Pick<TreeListing, "entries" | "unreadable"> {
    const entries = new Map<string, TreeEntry>();
    const unreadable: string[] = [];
    const isText = isUtf8(output);
    for (const text of textOfBytes(output).split("\0")) {
      if (!isText && hasForeignBytes(text)) {
        unreadable.push(text.slice(text.indexOf("\t") + 1));
        continue;
      }
      const line = this.known.get(text) ?? treeLine(text);
      if (line === undefined) continue;
      this.known.set(line.text, line);
      entries.set(line.path, line.entry);
    }
    if (this.known.size > MOST_TREES * entries.size) this.known.clear();
    return { entries, unreadable };
  }
}

/** `100644 blob ID<TAB>PATH`: a mode has six digits. */
const MODE_LENGTH = 6;
const BLOB = " blob ";

function treeLine(cut: string): TreeLine | undefined {
  // A copy: what is cut out of the output would keep the whole of it in memory.
  const text = Buffer.from(cut).toString();
  const tab = text.indexOf("\t");
  // Anything else is a submodule, or what stands behind the last line.
  if (tab < 0 || !text.startsWith(BLOB, MODE_LENGTH)) return undefined;
  const id = text.slice(MODE_LENGTH + BLOB.length, tab);
  return { text, path: text.slice(tab + 1), entry: { id, mode: text.slice(0, MODE_LENGTH) } };
}
