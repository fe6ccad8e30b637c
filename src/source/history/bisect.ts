import type { Abortable } from "../../model/inventory/snapshot.ts";
import { type GitProgram, git } from "../git/program/process.ts";
import { fileCommit } from "./file-history.ts";

/** The commits among which one is looked for. */
export interface Range {
  /** The commit looked for leads to it, or is it. */
  readonly now: string;
  /** Neither these nor what leads to them is it. */
  readonly former: readonly string[];
  /** Only commits that change this folder count; "" for all. */
  readonly folder: string;
}

/** The commit that halves a range best, and how many commits there are; none in an empty range. */
export interface Middle {
  readonly commit: string | undefined;
  readonly count: number;
}

/** As `git bisect` chooses it, merges and all. Throws HeirError when git fails. */
export async function middleOf(
  program: GitProgram,
  { now, former, folder }: Range,
  options: Abortable = {},
): Promise<Middle> {
  const paths = folder === "" ? [] : [`:(top,literal)${folder}`];
  const args = ["rev-list", "--bisect-vars", now, "--not", ...former, "--", ...paths];
  const told = (await git(program, args, options)).toString();
  const commit = /^bisect_rev='([0-9a-f]+)'$/m.exec(told)?.[1];
  return { commit, count: Number(/^bisect_all=(\d+)$/m.exec(told)?.[1] ?? 0) };
}

/** Who made a commit, when and why, and its parents. Throws HeirError when git fails. */
export async function commitFacts(
  program: GitProgram,
  id: string,
  options: Abortable = {},
): Promise<{ readonly commit: ReturnType<typeof fileCommit>; readonly parents: readonly string[] }> {
  const format = "--format=>%x00%H%x00%aN%x00%aI%x00%s%x00%P";
  const told = await git(
    program,
    ["rev-list", "--no-commit-header", "--encoding=UTF-8", "--max-count=1", format, id],
    options,
  );
  const line = told.toString().trimEnd();
  const parents = line.slice(line.lastIndexOf("\0") + 1).split(" ");
  return { commit: fileCommit(line), parents: parents.filter((parent) => parent !== "") };
}
