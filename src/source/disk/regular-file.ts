import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { quietly } from "../../model/findings/failure.ts";

/**
 * The text of a regular file, links followed; undefined if it cannot be read, and for anything else: a pipe could keep
 * the reader for ever. Never fails.
 */
export function regularFileText(path: string): string | undefined {
  return quietly(() => regularFileBytes(path))?.toString();
}

/** Opening refuses a link that has just taken the file's place. */
export const NO_LINK: number = constants.O_NOFOLLOW ?? 0;

/** The bytes of a regular file; undefined for anything else. Throws what the system throws. */
export function regularFileBytes(path: string, links = 0): Buffer | undefined {
  // Opening does not wait for the writer of a pipe.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | links);
  try {
    return fstatSync(descriptor).isFile() ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}
