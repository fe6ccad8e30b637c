import { closeSync, constants, openSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { quietly } from "../../model/findings/failure.ts";
import { diskEntry } from "./disk-entry.ts";

/** What is at a path of a folder: a file reached without any link, with its bytes; a link at the path or on the way; or neither. */
export type OwnFile =
  | { readonly kind: "file"; readonly bytes: Uint8Array }
  | { readonly kind: "link"; readonly path: string }
  | { readonly kind: "none" };

/** The file at a path below a folder. Throws what the system throws for a file that cannot be read. */
export function ownFile(root: string, path: string): OwnFile {
  const names = path.split("/");
  for (const index of names.keys()) {
    const above = names.slice(0, index + 1).join("/");
    if (diskEntry(join(root, above)).kind === "link") return { kind: "link", path: above };
  }
  const file = join(root, path);
  if (diskEntry(file).kind !== "file") return { kind: "none" };
  return { kind: "file", bytes: bytesOf(file) };
}

function bytesOf(file: string): Uint8Array {
  // A link that has just taken the file's place is refused.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether two paths lead to one file. Never fails. */
export function isSameFile(one: string, other: string): boolean {
  return quietly(() => realpathSync(one) === realpathSync(other)) ?? false;
}
