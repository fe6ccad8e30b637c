import { fromTop, type GitProgram } from "./call.ts";

const flags = ["-z", "-v", "--stage", "--modified", "--others", "--exclude-standard", "--full-name"];

/**
 * The arguments for git that list what is checked out below `prefix`: tracked paths, those whose files differ from the index, and
 * untracked paths that are not ignored.
 */
export function checkoutArgs(program: GitProgram, prefix: string): readonly string[] {
  return ["ls-files", ...flags, "--", fromTop(program, prefix)];
}
