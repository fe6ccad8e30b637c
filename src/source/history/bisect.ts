import type { Abortable } from "../../model/inventory/snapshot.ts";
import { git } from "../git/program/process.ts";
import { type GitProgram, gitPath } from "../git/program/program.ts";
import { fileCommit } from "./file-history.ts";

export interface BisectRange {
  /** The commit searched for is this one or an ancestor of it. */
  readonly now: string;
  /** The commit searched for is none of these and no ancestor of them. */
  readonly former: readonly string[];
  /** Only commits that change one of these folders count; "" is the top. */
  readonly folders: readonly string[];
}

/**
 * The commit that `git bisect` would choose in a range, merges included, and how many commits there are; none in an
 * empty range. Throws HeirError when git fails.
 */
export async function middleOf(
  program: GitProgram,
  { now, former, folders }: BisectRange,
  options: Abortable = {},
): Promise<{ readonly commit: string | undefined; readonly count: number }> {
  const paths = folders.includes("") ? [] : folders.map((folder) => gitPath(program, folder));
  const args = ["rev-list", "--bisect-vars", now, "--not", ...former, "--", ...paths];
  const output = (await git(program, args, options)).toString();
  const commit = /^bisect_rev='([0-9a-f]+)'$/m.exec(output)?.[1];
  return { commit, count: Number(/^bisect_all=(\d+)$/m.exec(output)?.[1] ?? 0) };
}

/** The author, date, subject and parents of a commit. Throws HeirError when git fails. */
export async function commitFacts(
  program: GitProgram,
  id: string,
  options: Abortable = {},
): Promise<{ readonly commit: ReturnType<typeof fileCommit>; readonly parents: readonly string[] }> {
  const format = "--format=>%x00%H%x00%aN%x00%aI%x00%s%x00%P";
  const args = ["rev-list", "--no-commit-header", "--encoding=UTF-8", "--max-count=1", format, id];
  const line = (await git(program, args, options)).toString().trimEnd();
  const parents = line.slice(line.lastIndexOf("\0") + 1).split(" ");
  return { commit: fileCommit(line), parents: parents.filter((parent) => parent !== "") };
}
