import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

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
