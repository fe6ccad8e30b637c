import { digest } from "../../base/digest.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { GitProgram } from "../git/program/call.ts";
import { git } from "../git/program/process.ts";
import type { CommitFilter, HistoryRange } from "./commit.ts";

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

/** A text that is equal for ranges of the same commits with the same parents. Throws HeirError when git fails. */
export async function historySignature(
  program: GitProgram,
  range: HistoryRange,
  options: Abortable = {},
): Promise<string> {
  const list = ["rev-list", "--parents", ...firstParent(range), "--end-of-options", ...range.revisions, "--"];
  return digest((await git(program, list, options)).toString());
}

function firstParent(range: HistoryRange): readonly string[] {
  return range.firstParent ? ["--first-parent"] : [];
}
