import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { stagedPaths, stagedSubmodules } from "../act/index-entries.ts";
import { git, gitFailure, printedPieces, runGit } from "../git/program/process.ts";
import type { GitProgram } from "../git/program/program.ts";

export interface TextMerge {
  /** Id of the merged tree; files in conflict hold git's markers. */
  readonly tree: string;
  /** Paths from the top that git cannot merge, sorted as git does. */
  readonly conflicts: readonly string[];
  /** What is said of some of them. */
  readonly reasons?: ReadonlyMap<string, string>;
  /** Their entries: `MODE ID STAGE<TAB>PATH`. */
  readonly stages: readonly string[];
  /** Those of them that are submodules; the tree has them as our side has. */
  readonly submodules: readonly string[];
}

export interface MergeSides {
  readonly ours: string;
  readonly theirs: string;
  /** The commit from which both sides began, "" for nothing; absent where git finds it. */
  readonly base?: string | undefined;
}

/** git's exit code for two sides with conflicts. */
const CONFLICT = 1;

/**
 * Merges two commits without touching index, work tree or refs; git finds the base itself unless it is given, and makes a
 * virtual one where there are several. A file with a merge driver is a conflict, as nobody merged it. Throws HeirError when git fails, as it does for histories that never meet.
 */
export async function mergeTree(program: GitProgram, sides: MergeSides, options: Abortable = {}): Promise<TextMerge> {
  const args = ["merge-tree", "--write-tree", "-z", "--no-messages", ...(await relatedBy(program, sides, options))];
  const { status, stdout, stderr } = await runGit(program, args, options);
  if (status !== 0 && status !== CONFLICT) throw mergeFailure(stderr);
  const [tree = "", ...rest] = stdout.toString().split("\0");
  const stages = rest.filter((line) => line !== "");
  return { tree, conflicts: stagedPaths(stages), stages, submodules: stagedSubmodules(stages) };
}

/** Two commits for which git finds the base that is given: copies of the sides that have it as their parent. */
async function relatedBy(
  program: GitProgram,
  { ours, theirs, base }: MergeSides,
  options: Abortable,
): Promise<readonly [string, string]> {
  if (base === undefined) return [ours, theirs];
  const write = ["hash-object", "-w", "-t", "tree", "--no-filters", "--stdin"];
  const parent =
    base || (await looseCommit(program, { tree: await word(program, write, options), parents: [] }, options));
  const copy = async (side: string) => {
    const tree = await word(program, ["rev-parse", "--verify", "--end-of-options", `${side}^{tree}`], options);
    return looseCommit(program, { tree, parents: [parent] }, options);
  };
  return [await copy(ours), await copy(theirs)];
}

/** Writes a commit that nothing refers to, and returns its id. Throws HeirError when git fails. */
export async function looseCommit(
  program: GitProgram,
  {
    tree,
    parents,
    subject = "",
  }: { readonly tree: string; readonly parents: readonly string[]; readonly subject?: string },
  options: Abortable = {},
): Promise<string> {
  const who = "heir <heir> 0 +0000";
  const heads = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${who}`, `committer ${who}`];
  const write = ["hash-object", "-w", "-t", "commit", "--no-filters", "--stdin"];
  return word(program, write, { ...options, input: `${heads.join("\n")}\n\n${subject}` });
}

async function word(
  program: GitProgram,
  args: readonly string[],
  options: Abortable & { readonly input?: string },
): Promise<string> {
  return (await git(program, args, options)).toString().trim();
}

/** All best common ancestors of two commits: more than one after a criss-cross merge, none for strangers. */
export async function mergeBases(
  program: GitProgram,
  [ours, theirs]: readonly [string, string],
  options: Abortable = {},
): Promise<readonly string[]> {
  const { status, stdout, stderr } = await runGit(program, ["merge-base", "--all", ours, theirs], options);
  if (status !== 0 && stderr !== "") throw gitFailure("merge-base", stderr);
  return printedPieces(stdout);
}

/** How many commits each of two commits reaches and the other one does not. Throws HeirError when git fails. */
export async function countLoneCommits(
  program: GitProgram,
  [one, other]: readonly [string, string],
  options: Abortable = {},
): Promise<readonly [number, number]> {
  const counts = await word(program, ["rev-list", "--left-right", "--count", `${one}...${other}`], options);
  const [ofOne, ofOther] = counts.split("\t").map(Number);
  return [ofOne ?? 0, ofOther ?? 0];
}

/** A git before 2.38 has another merge-tree, and prints its usage. */
function mergeFailure(stderr: string): HeirError {
  if (!stderr.includes("usage: git merge-tree")) return gitFailure("merge-tree", stderr);
  return new HeirError("environment", "git merge-tree cannot merge commits here", "heir needs git 2.38 or later");
}

/** git's exit code for a failure; below it, that of the conflicts. */
const FAILED = 128;

/**
 * git's merge of a text in three files: printed, or written over the file of ours. A marker of a conflict has `size`
 * characters. Throws HeirError when git fails, as it does for what is no text.
 */
export async function mergeText(
  program: GitProgram,
  { base, ours, theirs, size }: Readonly<Record<"base" | "ours" | "theirs", string>> & { readonly size: number },
  { isPrinted, ...options }: Abortable & { readonly isPrinted: boolean },
): Promise<{ readonly text: string; readonly isClean: boolean }> {
  const names = ["ours", "base", "theirs"].flatMap((label) => ["-L", label]);
  const args = ["merge-file", "-q", ...(isPrinted ? ["-p"] : []), `--marker-size=${size}`, ...names];
  const { status, stdout, stderr } = await runGit(program, [...args, "--", ours, base, theirs], options);
  if (status >= FAILED) throw gitFailure("merge-file", stderr);
  return { text: stdout.toString(), isClean: status === 0 };
}
