import { isAttributes, isListed } from "../../../model/inventory/folder-paths.ts";
import { diskEntry } from "../../disk/read-files.ts";
import { printedPieces } from "../program/process.ts";
import { type GitProgram, gitPath } from "../program/program.ts";

const flags = ["-z", "-v", "--stage", "--modified", "--others", "--exclude-standard", "--full-name"];

/** Lists tracked paths below `prefix`, those that differ from the index, and untracked ones that are not ignored. */
export function checkoutArgs(program: GitProgram, prefix: string): readonly string[] {
  return ["ls-files", ...flags, "--", gitPath(program, prefix)];
}

/** A plain tracked file that is as the index says; what is before the path of another one, and of an untracked file. */
const UNCHANGED = /^H 100\d{3} [\da-f]+ 0\t/;
const NOT_IN_INDEX = /^(?:\? |C 100\d{3} [\da-f]+ 0\t)/;

/**
 * Whether what git printed of a work tree, whose top is `root`, says all that is read of it: it has nothing but plain files,
 * and those that are not as the index says are no files of inventories. Never fails.
 */
export function isKnownByListing(printed: Uint8Array, root: string): boolean {
  return printedPieces(Buffer.from(printed.buffer, printed.byteOffset, printed.length), "\0").every((entry) => {
    if (UNCHANGED.test(entry)) return true;
    const path = entry.replace(NOT_IN_INDEX, "");
    return path !== entry && !isListed(path) && !isAttributes(path) && diskEntry(`${root}/${path}`).kind === "file";
  });
}
