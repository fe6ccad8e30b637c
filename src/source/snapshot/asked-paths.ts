import { keptAt } from "../../base/made-once.ts";
import { foldersAbove, isInFolder, parentOf } from "../../model/inventory/folder-paths.ts";
import type { PathSet } from "../../model/inventory/snapshot.ts";
import { diskEntry } from "../disk/read-files.ts";
import { hasBelow } from "../inventory/marks.ts";

/** Paths that are looked up one at a time. Answers are remembered: no listing says what they were. */
export class AskedPaths implements PathSet {
  readonly asked: Map<string, boolean> = new Map();
  private readonly look: (path: string) => boolean;

  constructor(look: (path: string) => boolean) {
    this.look = look;
  }

  has(path: string): boolean {
    return keptAt(this.asked, path, () => this.look(path));
  }
}

export interface FolderSource {
  /** The folder that all of them are in, on disk. */
  readonly root: string;
  /** Files that the snapshot lists, by path; sorted. */
  readonly files: ReadonlyMap<string, string>;
  readonly others: readonly string[];
}

/**
 * Tells whether a folder contains a listed path, or is on disk beside or right below one that does: a git listing omits empty
 * folders. It reads one folder from disk, because a large inventory has more folders than one command reads files.
 */
export function folderTest({ root, files, others }: FolderSource): (path: string) => boolean {
  const sorted = [...files.keys()];
  const isListed = (folder: string) =>
    hasBelow(sorted, folder) || others.some((path) => folder !== "" && isInFolder(path, folder));
  return (path) => {
    if (isListed(path)) return true;
    const parent = parentOf(path);
    const isBeside = path !== "" && !/(?:^|\/)\.git$/.test(path) && (parent === "" || isListed(parent));
    return isBeside && diskEntry(`${root}/${path}`).kind === "folder";
  };
}

/** The folders that contain paths, but no file that the snapshot lists; sorted. */
export function foldersBeyond({ files, others }: Omit<FolderSource, "root">): readonly string[] {
  const sorted = [...files.keys()];
  return [...foldersAbove(others)].filter((folder) => !hasBelow(sorted, folder)).sort();
}
