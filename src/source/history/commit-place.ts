import type { GitProgram } from "../git/program/call.ts";
import { git } from "../git/program/process.ts";

/** The ids of the parents of a commit. Throws HeirError when git fails. */
export async function commitParents(program: GitProgram, commit: string): Promise<readonly string[]> {
  const listed = await git(program, ["rev-list", "--parents", "--max-count=1", "--end-of-options", commit, "--"]);
  return listed.toString().trim().split(" ").slice(1);
}

/** The branches of other repositories that have a commit. Throws HeirError when git fails. */
export async function remoteBranchesWith(program: GitProgram, commit: string): Promise<readonly string[]> {
  const args = ["for-each-ref", "--format=%(refname:short)", `--contains=${commit}`, "refs/remotes"];
  const listed = await git(program, args);
  return listed
    .toString()
    .split("\n")
    .filter((name) => name !== "");
}
