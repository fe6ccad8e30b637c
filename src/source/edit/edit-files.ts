import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { compareText } from "../../base/text-order.ts";
import { hasCode } from "../../model/findings/failure.ts";
import { waysTo } from "../disk/read-files.ts";
import { replaceBy, syncFolder } from "../disk/temporary.ts";
import type { FileState, Journal, JournalPath } from "./edit-journal.ts";

export type EditSide = "before" | "after";

export interface EditPlace {
  readonly topLevel: string;
  readonly journals: string;
}

const MODE = 0o7777;

/** The content and mode of a regular file; undefined if nothing is; "other" for anything else. Throws what the system throws. */
export function fileState(path: string): FileState | "other" | undefined {
  const stats = entry(path);
  if (stats === undefined) return undefined;
  return stats.isFile() ? { bytes: readFileSync(path), mode: stats.mode & MODE } : "other";
}

/** What is at the place of a folder that new files need, if it is no folder: a file or a link; from the top. */
export function obstacleAbove(topLevel: string, path: string): string | undefined {
  return foldersAbove(path).find((folder) => entry(join(topLevel, folder))?.isDirectory() === false);
}

/** The folders above a path, the top apart, outermost first. */
function foldersAbove(path: string): readonly string[] {
  return waysTo(path).slice(0, -1);
}

/** The folders that files going away may leave empty, with their permissions, and those that new files need. */
export function changedFolders(topLevel: string, files: readonly JournalPath[]): Pick<Journal, "folders" | "made"> {
  const above = (side: EditSide) => {
    const paths = files.filter((file) => file[side] === undefined).flatMap(({ path }) => foldersAbove(path));
    return [...new Set(paths)].sort(compareText);
  };
  return {
    folders: above("after").flatMap((path) => {
      const stats = entry(join(topLevel, path));
      return stats === undefined ? [] : [{ path, mode: stats.mode & MODE }];
    }),
    made: above("before").filter((path) => entry(join(topLevel, path)) === undefined),
  };
}

/** Whether a file is as one side of an edit has it. */
export function isAs({ topLevel }: EditPlace, file: JournalPath, side: EditSide): boolean {
  const now = fileState(join(topLevel, file.path));
  const wanted = file[side];
  if (now === undefined || wanted === undefined) return now === wanted;
  return now !== "other" && Buffer.compare(now.bytes, wanted.bytes) === 0;
}

/** Writes the content of one side of an edit beside its journal, so that putting it in place is only renaming. */
export function prepareFiles({ journals }: EditPlace, { files }: Pick<Journal, "files">, side: EditSide): void {
  const folder = join(journals, FRESH);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  for (const [index, file] of files.entries()) {
    const state = file[side];
    if (state !== undefined) writeFileSync(join(folder, String(index)), state.bytes, { mode: 0o600 });
  }
}

const FRESH = "new";

/**
 * Gives prepared files their names, after taking those away that the side lacks: on some systems names that differ in
 * case are one. Folders come and go, too, and are synced. Throws what the system throws; done again, it ends alike.
 */
export function putFiles({ topLevel, journals }: EditPlace, journal: Journal, side: EditSide): void {
  const { files, folders, made } = journal;
  for (const file of files) if (file[side] === undefined) rmSync(join(topLevel, file.path), { force: true });
  if (side === "before") for (const { path, mode } of folders) makeFolderAt(join(topLevel, path), mode);
  for (const [index, file] of files.entries()) {
    const state = file[side];
    if (state === undefined) continue;
    const target = join(topLevel, file.path);
    mkdirSync(dirname(target), { recursive: true });
    rename(join(journals, FRESH, String(index)), target, state.mode);
  }
  const leaving = side === "after" ? folders.map(({ path }) => path) : made;
  for (const path of leaving.toReversed()) removeIfEmpty(join(topLevel, path));
  for (const folder of new Set(files.map(({ path }) => dirname(join(topLevel, path))))) syncFolder(folder);
  rmSync(join(journals, FRESH), { recursive: true, force: true });
}

function makeFolderAt(path: string, mode: number): void {
  if (entry(path) !== undefined) return;
  mkdirSync(path);
  chmodSync(path, mode);
}

/** A git directory on another file system cannot give its files to the work tree: a copy beside the target does. */
function rename(fresh: string, target: string, mode: number): void {
  chmodSync(fresh, mode);
  try {
    renameSync(fresh, target);
  } catch (error) {
    if (!hasCode(error, "EXDEV")) throw error;
    replaceBy(target, (beside) => {
      copyFileSync(fresh, beside);
      chmodSync(beside, mode);
    });
  }
}

function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    if (!hasCode(error, "ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR", "EPERM", "EACCES", "EBUSY")) throw error;
  }
}

function entry(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}
