import { isAttributes } from "../../attributes/attributes-path.ts";
import { diskEntry } from "../../disk/disk-entry.ts";
import { isListed } from "../../snapshot/listed-file.ts";

/** What git printed of a plain tracked file that is as the index says, and before the path of another one. */
const UNCHANGED = /^H 100\d{3} [\da-f]+ 0\t/;
const NOT_IN_INDEX = /^(?:\? |C 100\d{3} [\da-f]+ 0\t)/;

/**
 * Whether what git printed of a work tree, whose top is `root`, says all that is read of it: it has nothing but plain files, and those that are
 * not as the index says are no files of inventories. Never fails.
 */
export function isKnownByListing(printed: Uint8Array, root: string): boolean {
  const entries = Buffer.from(printed.buffer, printed.byteOffset, printed.length).toString().split("\0");
  return entries.slice(0, -1).every((entry) => {
    if (UNCHANGED.test(entry)) return true;
    const path = entry.replace(NOT_IN_INDEX, "");
    return path !== entry && !isListed(path) && !isAttributes(path) && diskEntry(`${root}/${path}`).kind === "file";
  });
}
