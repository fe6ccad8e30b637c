import { digest } from "../../base/digest.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { type GitProgram, git, gitOutput } from "../git/program/process.ts";
import type { CommitFilter, HistoryCommit, HistoryRange } from "./commit.ts";
import { historyCommits } from "./raw-log.ts";

/**
 * The commits of a range, newest first, no commit before its children (`git log --topo-order`), read from one process
 * while it runs. Ending the iteration early ends git. Throws HeirError when git fails, the signal's reason when aborted.
 */
export function gitHistory(
  program: GitProgram,
  range: HistoryRange,
  options: Abortable = {},
): AsyncGenerator<HistoryCommit> {
  return historyCommits(gitOutput(program, logArguments(range), options), range);
}

/** The ids of the commits of a range that a filter lets through. Throws HeirError when git fails. */
export async function filteredCommits(
  program: GitProgram,
  range: HistoryRange,
  { filter, ...options }: { readonly filter: CommitFilter } & Abortable,
): Promise<ReadonlySet<string>> {
  const conditions = Object.entries(filter).map(([name, text]) => `--${name}=${text}`);
  const args = ["rev-list", ...firstParent(range), ...conditions, "--end-of-options", ...range.revisions, "--"];
  const listed = await git(program, args, options);
  return new Set(listed.toString().split("\n").slice(0, -1));
}

/**
 * A text that is equal as long as a range holds the same commits with the same parents, and no object has another in its
 * place. Throws HeirError when git fails.
 */
export async function historySignature(
  program: GitProgram,
  range: HistoryRange,
  options: Abortable = {},
): Promise<string> {
  const list = ["rev-list", "--parents", ...firstParent(range), "--end-of-options", ...range.revisions, "--"];
  const replaced = ["for-each-ref", "--format=%(refname) %(objectname)", "refs/replace"];
  const [commits, others] = await Promise.all([git(program, list, options), git(program, replaced, options)]);
  return digest(`${commits}\n${others}`);
}

/** Everything by which the user's settings could change the output is said here. */
function logArguments(range: HistoryRange): readonly string[] {
  const { prefix, revisions } = range;
  return [
    ...["-c", "log.showRoot=false", "log", "--topo-order", "--pretty=raw", "--encoding=UTF-8", "--parents"],
    ...["--raw", "-z", "-r", "--no-renames", "--no-abbrev", "--no-abbrev-commit", "--no-color", "--no-decorate"],
    ...["--no-notes", "--no-show-signature", "--no-textconv", "--no-ext-diff", "--no-mailmap"],
    ...firstParent(range),
    range.firstParent ? "--diff-merges=first-parent" : "--diff-merges=separate",
    prefix === "" ? "--no-relative" : `--relative=${prefix}/`,
    ...["--end-of-options", ...revisions, "--"],
  ];
}

function firstParent(range: HistoryRange): readonly string[] {
  return range.firstParent ? ["--first-parent"] : [];
}
