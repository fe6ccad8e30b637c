import { digest } from "../../base/digest.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { GitProgram } from "../git/program/call.ts";
import { git } from "../git/program/process.ts";
import type { CommitFilter, HistoryRange } from "./commit.ts";
import { revList } from "./rev-list.ts";

/** The ids of the commits of a range that a filter lets through. Throws HeirError when git fails. */
export async function filteredCommits(
  program: GitProgram,
  range: HistoryRange,
  { filter, ...options }: { readonly filter: CommitFilter } & Abortable,
): Promise<ReadonlySet<string>> {
  const listed = await git(program, revList(range, ...conditionsOf(filter)), options);
  return new Set(listed.toString().split("\n").slice(0, -1));
}

/** A text that is equal for ranges of the same commits with the same parents, of which a filter lets the same through. Throws HeirError when git fails. */
export async function historySignature(
  program: GitProgram,
  range: HistoryRange,
  { filter = {}, ...options }: { readonly filter?: CommitFilter } & Abortable = {},
): Promise<string> {
  return digest((await git(program, revList(range, "--parents", ...conditionsOf(filter)), options)).toString());
}

function conditionsOf(filter: CommitFilter): readonly string[] {
  return Object.entries(filter).map(([name, text]) => `--${name}=${text}`);
}
