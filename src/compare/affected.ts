import type { Inventory } from "../model/inventory.ts";
import type { ReadSet } from "../model/resolved.ts";

/** What lies between two inventories that are read under the same settings. */
export interface FileChanges {
  /** Paths whose content differs, or that exist on one side only. */
  readonly paths: ReadonlySet<string>;
  /** Classes that only the later inventory has. */
  readonly newClasses: ReadonlySet<string>;
}

/** The part of a read set that files decide. */
export interface FilesRead extends Pick<ReadSet, "missed"> {
  readonly files: { has(path: string): boolean };
}

/** Files and classes that differ from one inventory to the next. `blobs` are path to blob id, of both sides. */
export function fileChanges(
  before: { readonly inventory: Inventory; readonly blobs: ReadonlyMap<string, string> },
  after: { readonly inventory: Inventory; readonly blobs: ReadonlyMap<string, string> },
): FileChanges {
  const paths = new Set<string>();
  for (const [path, blob] of before.blobs) if (after.blobs.get(path) !== blob) paths.add(path);
  for (const path of after.blobs.keys()) if (!before.blobs.has(path)) paths.add(path);
  const known = new Set(before.inventory.classNames);
  return { paths, newClasses: new Set(after.inventory.classNames.filter((name) => !known.has(name))) };
}

/**
 * Whether a result could come out differently: it used a file that changed, or missed a class that is there now.
 * A result that is not affected is the same on both sides; nothing needs to be resolved to know it.
 */
export function isAffected(reads: FilesRead, changes: FileChanges): boolean {
  for (const path of changes.paths) if (reads.files.has(path)) return true;
  for (const name of changes.newClasses) if (reads.missed.has(name)) return true;
  return false;
}
