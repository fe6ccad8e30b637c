import type { TreeEntry } from "./git-store.ts";

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
  entries(output: Buffer): ReadonlyMap<string, TreeEntry> {
    const entries = new Map<string, TreeEntry>();
    for (const text of output.toString().split("\0")) {
      const line = this.known.get(text) ?? treeLine(text);
      if (line === undefined) continue;
      this.known.set(line.text, line);
      entries.set(line.path, line.entry);
    }
    if (this.known.size > MOST_TREES * entries.size) this.known.clear();
    return entries;
  }
}

function treeLine(cut: string): TreeLine | undefined {
  // A copy: what is cut out of the output would keep the whole of it in memory.
  const text = Buffer.from(cut).toString();
  const [, mode, type, id, path] = /^(\d+) (\w+) ([0-9a-f]+)\t(.*)$/s.exec(text) ?? [];
  if (type !== "blob" || mode === undefined || id === undefined || path === undefined) return undefined;
  return { text, path, entry: { id, mode } };
}
