import type { PathSet } from "../../model/inventory/snapshot.ts";
import { diskEntry } from "../disk/disk-entry.ts";

/** What the disk has at paths below a folder. Answers are remembered: no listing says what they were. */
export class AskedOnDisk {
  /** Each path asked for, and whether it is there. */
  readonly asked: Map<string, boolean> = new Map();
  private readonly root: string;
  private readonly kind: "file" | "folder";

  constructor(root: string, kind: "file" | "folder") {
    this.root = root;
    this.kind = kind;
  }

  /** Whether the disk has it now. */
  isThere(path: string): boolean {
    return diskEntry(`${this.root}/${path}`).kind === this.kind;
  }

  protected ask(path: string): boolean {
    const isThere = this.isThere(path);
    this.asked.set(path, isThere);
    return isThere;
  }
}

/** The files on disk that a work tree does not list, because git ignores them. A lookup reads one entry of a folder. */
export class UnlistedFiles extends AskedOnDisk implements PathSet {
  private readonly listed: PathSet;

  /** Paths begin in the folder `root`. */
  constructor(root: string, listed: PathSet) {
    super(root, "file");
    this.listed = listed;
  }

  has(path: string): boolean {
    return !this.listed.has(path) && this.ask(path);
  }
}
