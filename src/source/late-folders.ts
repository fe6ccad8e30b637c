import { diskEntry, foldersIn } from "./read-disk.ts";

/**
 * Folders in which something is listed, and those beside or right below them on disk: a listing by git does not tell of
 * folders that are empty. The disk is looked at for one folder when that is asked for, and for all only by whoever goes
 * through them: a large inventory has more folders than files that one command reads.
 */
export class LateFolders implements ReadonlySet<string> {
  /** Those in which something is listed. */
  readonly listed: ReadonlySet<string>;
  /** What the disk was asked about one by one: each path, and whether a folder is there. */
  readonly asked: Map<string, boolean> = new Map();
  private readonly root: string;
  private all: ReadonlySet<string> | undefined;

  constructor(root: string, listed: ReadonlySet<string>) {
    this.root = root;
    this.listed = listed;
  }

  /** Whether the disk was asked about all folders. */
  get isComplete(): boolean {
    return this.all !== undefined;
  }

  get size(): number {
    return this.complete().size;
  }

  has(path: string): boolean {
    if (this.all !== undefined) return this.all.has(path);
    if (this.listed.has(path)) return true;
    const isThere = this.isOnDisk(path);
    this.asked.set(path, isThere);
    return isThere;
  }

  forEach(visit: (value: string, key: string, set: ReadonlySet<string>) => void): void {
    for (const path of this.complete()) visit(path, path, this);
  }

  entries(): ReturnType<ReadonlySet<string>["entries"]> {
    return this.complete().entries();
  }

  keys(): ReturnType<ReadonlySet<string>["keys"]> {
    return this.complete().keys();
  }

  values(): ReturnType<ReadonlySet<string>["values"]> {
    return this.complete().values();
  }

  [Symbol.iterator](): ReturnType<ReadonlySet<string>["values"]> {
    return this.values();
  }

  private isOnDisk(path: string): boolean {
    const [parent, name] = [path.slice(0, Math.max(0, path.lastIndexOf("/"))), path.slice(path.lastIndexOf("/") + 1)];
    const isNear = parent === "" || this.listed.has(parent);
    return isNear && name !== "" && name !== ".git" && diskEntry(`${this.root}/${path}`).kind === "folder";
  }

  private complete(): ReadonlySet<string> {
    if (this.all !== undefined) return this.all;
    const all = new Set(this.listed);
    for (const parent of ["", ...this.listed]) {
      const below = foldersIn(parent === "" ? this.root : `${this.root}/${parent}`);
      for (const name of below) all.add(parent === "" ? name : `${parent}/${name}`);
    }
    this.all = all;
    return all;
  }
}
