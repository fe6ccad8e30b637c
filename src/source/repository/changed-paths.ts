import { compareText } from "../../base/text-order.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { GitProgram } from "../git/program/call.ts";
import { git } from "../git/program/process.ts";

/** A path that a commit would change, or could: the two letters are those of `git status --short`. */
export interface ChangedPath {
  /** From the top of the work tree. */
  readonly path: string;
  /** The index against HEAD: `M`, `A`, `D`, `T`, `U` for unmerged, `?` for untracked, a space for the same. */
  readonly index: string;
  /** The work tree against the index: `M`, `A`, `D`, `T`, `U`, `?`, or a space. */
  readonly worktree: string;
}

const STATUS = ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=dirty"];

/** Those of them that are not merged, and say it without a `U`. */
const BOTH_SIDES: ReadonlySet<string> = new Set(["AA", "DD"]);

/**
 * What differs between HEAD, the index and the work tree, sorted by path. No filter runs: a file with one that was written
 * again counts as changed. Throws HeirError when git fails.
 */
export async function changedPaths(program: GitProgram, options: Abortable = {}): Promise<readonly ChangedPath[]> {
  const entries = (await git(program, STATUS, options)).toString().split("\0").slice(0, -1);
  return entries
    .map((entry) => {
      const [letters, path] = [entry.slice(0, 2), entry.slice(3)];
      const [index = "", worktree = ""] = letters.includes("U") || BOTH_SIDES.has(letters) ? "UU" : letters;
      return { path, index, worktree };
    })
    .filter(({ path }) => !path.endsWith("/"))
    .sort((left, right) => compareText(left.path, right.path));
}
