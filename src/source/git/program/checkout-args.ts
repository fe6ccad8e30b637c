import { lstatSync } from "node:fs";
import { fromTop, type GitProgram } from "./call.ts";

const flags = ["-z", "-v", "--stage", "--debug", "--others", "--exclude-standard", "--full-name"];

/**
 * The arguments for git that list what is checked out below `prefix`: tracked paths with what the index knows of their
 * files, and untracked paths that are not ignored. Whether a file has changed, git is not asked: it would run filters.
 */
export function checkoutArgs(program: GitProgram, prefix: string): readonly string[] {
  return ["ls-files", ...flags, "--", fromTop(program, prefix)];
}

/** When an index was written, in milliseconds; 0 if that is not known. To be read before git reads the index. */
export function indexTime(file: string): number {
  try {
    return lstatSync(file).mtimeMs;
  } catch {
    return 0;
  }
}
