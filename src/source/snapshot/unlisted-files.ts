import type { PathSet } from "../../model/inventory/snapshot.ts";
import { diskEntry } from "../disk/disk-entry.ts";

/**
 * The files on disk that a work tree does not list, because git ignores them. A lookup reads one entry of a folder from
 * disk, and is remembered: no listing says what the answer was.
 */
export class UnlistedFiles implements PathSet {
  /** The answers of the disk so far: each path, and whether it is a file. */
  readonly asked: Map<string, boolean> = new Map();
  private readonly root: string;
  private readonly listed: PathSet;

  /** Paths begin in the folder `root`. */
  constructor(root: string, listed: PathSet) {
    this.root = root;
    this.listed = listed;
  }

  has(path: string): boolean {
    if (this.listed.has(path)) return false;
    const isThere = this.isThere(path);
    this.asked.set(path, isThere);
    return isThere;
  }

  /** Whether the disk has a file at a path. */
  isThere(path: string): boolean {
    return diskEntry(`${this.root}/${path}`).kind === "file";
  }
}
