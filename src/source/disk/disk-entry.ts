import { type Dirent, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { quietly } from "../../model/findings/failure.ts";

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
export function foldersIn(folder: string): readonly string[] {
  const folders = entriesIn(folder).filter((item) => item.isDirectory() && item.name !== ".git");
  return folders.map((item) => item.name);
}
