import { realpathSync } from "node:fs";
import { join } from "node:path";
import { quietly } from "../../model/findings/failure.ts";
import { diskEntry, waysTo } from "./disk-entry.ts";
import { NO_LINK, regularFileBytes } from "./regular-file.ts";

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
