import type { Folders } from "../../model/inventory/snapshot.ts";
import { foldersIn } from "../disk/disk-entry.ts";
import { hasBelow } from "../inventory/marks.ts";
import { AskedOnDisk } from "./asked-on-disk.ts";
import { foldersAbove, isInFolder, parentOf, pathIn } from "./folder-paths.ts";

/** Paths of files from which folders are known. */
export interface FolderSource {
  /** The folder that all of them are in, on disk. */
  readonly root: string;
  /** Files that the snapshot lists, by path; sorted. */
  readonly files: ReadonlyMap<string, string>;
  /** All others. */
  readonly others: readonly string[];
}

/**
 * Folders that contain a listed path, and the folders on disk beside or right below them: a git listing omits empty
 * folders. A lookup reads one folder from disk; only iteration reads them all, because a large inventory has more
 * folders than one command reads files.
 */
export class LateFolders extends AskedOnDisk implements Folders {
  private readonly source: FolderSource;
  private readonly sorted: readonly string[];
  private all: ReadonlySet<string> | undefined;

  constructor(source: FolderSource) {
    super(source.root, "folder");
    this.source = source;
    this.sorted = [...source.files.keys()];
  }

  /** Whether all folders were read from disk. */
  get isComplete(): boolean {
    return this.all !== undefined;
  }

  /** The folders that contain paths, but no file that the snapshot lists; sorted. */
  beyond(): readonly string[] {
    return [...foldersAbove(this.source.others)].filter((folder) => !hasBelow(this.sorted, folder)).sort();
  }

  has(path: string): boolean {
    if (this.all !== undefined) return this.all.has(path);
    if (this.isListed(path)) return true;
    const [parent, name] = [parentOf(path), path.slice(path.lastIndexOf("/") + 1)];
    const isBeside = (parent === "" || this.isListed(parent)) && name !== "" && name !== ".git";
    return isBeside && this.ask(path);
  }

  /** Whether something is listed in a folder. */
  private isListed(folder: string): boolean {
    if (folder === "") return false;
    return hasBelow(this.sorted, folder) || this.source.others.some((path) => isInFolder(path, folder));
  }

  [Symbol.iterator](): Iterator<string> {
    return this.complete().values();
  }

  private complete(): ReadonlySet<string> {
    if (this.all !== undefined) return this.all;
    const { root, files, others } = this.source;
    const listed = foldersAbove(others, foldersAbove(files.keys()));
    const all = new Set(listed);
    for (const parent of ["", ...listed]) {
      const below = foldersIn(parent === "" ? root : `${root}/${parent}`);
      for (const name of below) all.add(pathIn(parent, name));
    }
    this.all = all;
    return all;
  }
}
