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
  const args = [
    "rev-list",
    ...firstParent(range),
    ...conditionsOf(filter),
    "--end-of-options",
    ...range.revisions,
    "--",
  ];
  const listed = await git(program, args, options);
  return new Set(listed.toString().split("\n").slice(0, -1));
}

/** A text that is equal for ranges of the same commits with the same parents, of which a filter lets the same through. Throws HeirError when git fails. */
export async function historySignature(
  program: GitProgram,
  range: HistoryRange,
  { filter = {}, ...options }: { readonly filter?: CommitFilter } & Abortable = {},
): Promise<string> {
  const list = [
    "rev-list",
    "--parents",
    ...firstParent(range),
    ...conditionsOf(filter),
    "--end-of-options",
    ...range.revisions,
    "--",
  ];
  return digest((await git(program, list, options)).toString());
}

function conditionsOf(filter: CommitFilter): readonly string[] {
  return Object.entries(filter).map(([name, text]) => `--${name}=${text}`);
}

function firstParent(range: HistoryRange): readonly string[] {
  return range.firstParent ? ["--first-parent"] : [];
}
