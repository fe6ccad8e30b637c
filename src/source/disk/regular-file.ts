import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** Opening does not wait for the writer of a pipe. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The text of a regular file, links followed; undefined for anything else, such as a pipe or a device, which could keep the
 * reader for ever, and for a file that cannot be read. Never fails.
 */
export function regularFileText(path: string): string | undefined {
  try {
    const descriptor = openSync(path, flags);
    try {
      return fstatSync(descriptor).isFile() ? readFileSync(descriptor, "utf8") : undefined;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

/** The text of a file that the user names, which may be a pipe; undefined where it cannot be read. Never fails. */
export async function namedFileText(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}
