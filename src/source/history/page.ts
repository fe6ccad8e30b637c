import type { Abortable } from "../../model/inventory/snapshot.ts";
import { git, gitOutput, printedPieces, runGit } from "../git/program/process.ts";
import type { GitProgram } from "../git/program/program.ts";
import type { HistoryCommit } from "./commit.ts";

export interface CommitLine extends Pick<HistoryCommit, "id" | "parents" | "author" | "subject"> {
  /** When it was written, in seconds since 1970. */
  readonly time: number;
}

interface HistoryRest extends Abortable {
  /** A revision or range, as `git log` reads it. */
  readonly range: string;
  readonly skip: number;
}

const FORMAT = "--format=%H%x00%P%x00%at%x00%aN%x00%s";

/** Some commits of a history, newest first, in the order of `git log`. Throws HeirError when git fails. */
export async function historyPage(
  program: GitProgram,
  { range, skip, count, signal }: HistoryRest & { readonly count: number },
): Promise<readonly CommitLine[]> {
  const args = listing(range, [`--skip=${skip}`, `--max-count=${count}`]);
  return printedPieces(await git(program, args, { signal })).map(commitLine);
}

/**
 * All commits of a history after the first ones, in batches, read while git still lists them. Throws HeirError when git
 * fails, the signal's reason when aborted. Ending the iteration early ends git.
 */
export async function* historyRest(program: GitProgram, rest: HistoryRest): AsyncGenerator<readonly CommitLine[]> {
  const { range, skip, signal } = rest;
  const output = gitOutput(program, listing(range, [`--skip=${skip}`]), { signal });
  let begun = Buffer.alloc(0);
  for await (const chunk of output) {
    const all = Buffer.concat([begun, chunk]);
    const end = all.lastIndexOf("\n") + 1;
    begun = all.subarray(end);
    if (end > 0) yield printedPieces(all.subarray(0, end)).map(commitLine);
  }
}

function listing(range: string, limits: readonly string[]): readonly string[] {
  return ["rev-list", "--no-commit-header", "--encoding=UTF-8", FORMAT, ...limits, "--end-of-options", range, "--"];
}

/** The branch that is checked out; undefined when none is. Throws GitMissing without a git program. */
export async function currentBranch(program: GitProgram): Promise<string | undefined> {
  const { status, stdout } = await runGit(program, ["symbolic-ref", "--short", "--quiet", "HEAD"]);
  return status === 0 ? stdout.toString().trim() : undefined;
}

/** How many commits a revision or range has. Throws HeirError when git fails. */
export async function commitCount(program: GitProgram, range: string, options: Abortable = {}): Promise<number> {
  return Number((await git(program, ["rev-list", "--count", "--end-of-options", range, "--"], options)).toString());
}

/** The commit that is checked out; undefined before the first one. */
export async function headCommit(program: GitProgram): Promise<string | undefined> {
  const { status, stdout } = await runGit(program, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  return status === 0 ? stdout.toString().trim() : undefined;
}

/** Names and ids of all branches and tags, as one text. Throws HeirError when git fails. */
export async function refsText(program: GitProgram): Promise<string> {
  const refs = ["refs/heads", "refs/remotes", "refs/tags"];
  return (await git(program, ["for-each-ref", "--format=%(refname) %(objectname)", ...refs])).toString();
}

export interface RefName {
  readonly kind: "branch" | "tag" | "remote";
  /** As git takes it: `main`, `v1`, `origin/main`. */
  readonly name: string;
  /** The commit, and its first parent. */
  readonly id: string;
  readonly parent: string | undefined;
  readonly isCurrent: boolean;
  readonly upstream: string | undefined;
}

const REF_FIELDS = "refname refname:short objecttype objectname parent *objectname *parent HEAD upstream:short";

/** All branches, then tags, then branches of remotes; each kind newest first, the branch that is checked out last. */
export async function refNames(program: GitProgram, { signal }: Abortable = {}): Promise<readonly RefName[]> {
  const format = REF_FIELDS.split(" ").map((field) => `%(${field})`);
  const folders = ["refs/heads", "refs/tags", "refs/remotes"];
  const args = ["for-each-ref", `--format=${format.join("%00")}`, "--sort=-creatordate", ...folders];
  const rows = printedPieces(await git(program, args, { signal })).flatMap(refName);
  const of = (kind: RefName["kind"], isCurrent = false): readonly RefName[] =>
    rows.filter((row) => row.kind === kind && row.isCurrent === isCurrent);
  return [...of("branch"), ...of("branch", true), ...of("tag"), ...of("remote")];
}

/** A line of git; none for what is no commit. */
function refName(line: string): readonly RefName[] {
  const [full = "", name = "", type, ownId, ownParents, tagged, taggedParents, head, upstream = ""] = line.split("\0");
  const [id = "", parents = ""] = type === "tag" ? [tagged, taggedParents] : [ownId, ownParents];
  if (id === "" || full.endsWith("/HEAD") || (type !== "commit" && type !== "tag")) return [];
  const kind = full.startsWith("refs/heads/") ? "branch" : full.startsWith("refs/tags/") ? "tag" : "remote";
  const parent = parents.split(" ")[0] || undefined;
  return [{ kind, name, id, parent, isCurrent: head === "*", upstream: upstream || undefined }];
}

function commitLine(line: string): CommitLine {
  const [id = "", parents = "", time = "", author = "", ...subject] = line.split("\0");
  const ids = parents.split(" ").filter((parent) => parent !== "");
  return { id, parents: ids, time: Number(time), author, subject: subject.join("\0") };
}
