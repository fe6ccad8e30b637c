import { type Dirent, lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { quietly } from "../../model/findings/failure.ts";
import { foldersAbove, pathIn } from "../../model/inventory/folder-paths.ts";
import { NO_LINK, regularFileBytes } from "./regular-file.ts";

/** The entry at one path of the disk. Devices, pipes and sockets count as absent. */
export type DiskEntry =
  | { readonly kind: "file" }
  | { readonly kind: "folder" }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "none" };

/** The entry at a path; links are not followed. Never fails. */
export function diskEntry(file: string): DiskEntry {
  try {
    const stats = lstatSync(file);
    if (stats.isSymbolicLink()) return { kind: "link", target: readlinkSync(file) };
    if (stats.isFile()) return { kind: "file" };
    return { kind: stats.isDirectory() ? "folder" : "none" };
  } catch {
    return { kind: "none" };
  }
}

/** The folders above a path, outermost first, and the path itself. */
export function waysTo(path: string): readonly string[] {
  const names = path.split("/");
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

/** Everything in a folder; nothing when it cannot be read. Never fails. */
export function entriesIn(folder: string): readonly Dirent[] {
  return quietly(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

/** Names of the folders in a folder, `.git` apart; none when it cannot be read. Never fails. */
function foldersIn(folder: string): readonly string[] {
  const folders = entriesIn(folder).filter((item) => item.isDirectory() && item.name !== ".git");
  return folders.map((item) => item.name);
}

/** What is at a path of a folder: a file reached without any link, with its bytes; a link at the path or on the way; or neither. */
export type OwnFile =
  | { readonly kind: "file"; readonly bytes: Uint8Array }
  | { readonly kind: "link"; readonly path: string }
  | { readonly kind: "none" };

/** The file at a path below a folder. Throws what the system throws for a file that cannot be read. */
export function ownFile(root: string, path: string): OwnFile {
  const link = waysTo(path).find((way) => diskEntry(join(root, way)).kind === "link");
  if (link !== undefined) return { kind: "link", path: link };
  const file = join(root, path);
  const bytes = diskEntry(file).kind === "file" ? regularFileBytes(file, NO_LINK) : undefined;
  return bytes === undefined ? { kind: "none" } : { kind: "file", bytes };
}

/** Whether two paths lead to one file. Never fails. */
export function isSameFile(one: string, other: string): boolean {
  return quietly(() => realpathSync(one) === realpathSync(other)) ?? false;
}

/** The folders above some paths, and all that are on disk beside or right below them. */
export function foldersAround(root: string, paths: Iterable<string>): ReadonlySet<string> {
  const above = foldersAbove(paths);
  const all = new Set(above);
  for (const parent of ["", ...above]) {
    for (const name of foldersIn(parent === "" ? root : `${root}/${parent}`)) all.add(pathIn(parent, name));
  }
  return all;
}
