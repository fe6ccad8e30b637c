import type { Abortable } from "../model/snapshot.ts";
import { type GitProgram, git, runGit } from "./git-process.ts";

/** A commit as a list shows it. */
export interface CommitLine {
  readonly id: string;
  readonly parents: readonly string[];
  /** When it was written, in seconds since 1970. */
  readonly time: number;
  readonly author: string;
  readonly subject: string;
}

interface HistoryPage extends Abortable {
  /** A revision or range, as `git log` reads it. */
  readonly range: string;
  readonly skip: number;
  readonly count: number;
}

const FORMAT = "--format=%H%x00%P%x00%at%x00%aN%x00%s";

/** Some commits of a history, newest first, in the order of `git log`. Throws HeirError when git fails. */
export async function historyPage(program: GitProgram, page: HistoryPage): Promise<readonly CommitLine[]> {
  const { range, skip, count, signal } = page;
  const limits = [`--skip=${skip}`, `--max-count=${count}`];
  const args = ["rev-list", "--no-commit-header", FORMAT, ...limits, "--end-of-options", range, "--"];
  const listed = await git(program, args, signal === undefined ? {} : { signal });
  const lines = listed.toString().split("\n");
  return lines.filter((line) => line !== "").map(commitLine);
}

/** The branch that is checked out; undefined when none is. Throws GitMissing without a git program. */
export async function currentBranch(program: GitProgram): Promise<string | undefined> {
  const { status, stdout } = await runGit(program, ["symbolic-ref", "--short", "--quiet", "HEAD"]);
  return status === 0 ? stdout.toString().trim() : undefined;
}

/** Branches by their short names, the newest commit first; those of other repositories come last. */
export async function branchNames(program: GitProgram, { signal }: Abortable = {}): Promise<readonly string[]> {
  const refs = ["refs/heads", "refs/remotes"];
  const listed = await git(
    program,
    ["for-each-ref", "--format=%(refname) %(refname:short)", "--sort=-committerdate", ...refs],
    signal === undefined ? {} : { signal },
  );
  const rows = listed
    .toString()
    .split("\n")
    .filter((line) => line !== "" && !/\/HEAD /.test(line));
  const own = rows.filter((row) => row.startsWith("refs/heads/"));
  return [...own, ...rows.filter((row) => !own.includes(row))].map((row) => row.slice(row.indexOf(" ") + 1));
}

function commitLine(line: string): CommitLine {
  const [id = "", parents = "", time = "", author = "", ...subject] = line.split("\0");
  const ids = parents.split(" ").filter((parent) => parent !== "");
  return { id, parents: ids, time: Number(time), author, subject: subject.join("\0") };
}
