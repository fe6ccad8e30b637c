import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { FileCommit } from "../../model/results/why.ts";
import { fromTop, type GitProgram } from "../git/program/call.ts";
import { git } from "../git/program/process.ts";

/** Two commits and what to follow between them. */
export interface FileHistory {
  readonly from: string;
  readonly to: string;
  /** Paths from the top of the repository. */
  readonly paths: readonly string[];
}

/**
 * The commits that lead to one of two commits only and changed one of the files, newest first; those of the earlier one
 * are marked as undone. Throws HeirError when git fails.
 */
export async function fileCommits(
  program: GitProgram,
  { from, to, paths }: FileHistory,
  options: Abortable = {},
): Promise<readonly FileCommit[]> {
  const format = "--format=%m%x00%H%x00%aN%x00%aI%x00%s";
  const range = ["--left-right", `${from}...${to}`, "--", ...paths.map((path) => fromTop(program, path))];
  const listed = await git(program, ["rev-list", "--no-commit-header", "--encoding=UTF-8", format, ...range], options);
  const lines = listed.toString().split("\n");
  return lines.filter((line) => line !== "").map(fileCommit);
}

const SHORT = 7;

/** A commit out of its mark, id, author, date and subject, with NUL between them. */
export function fileCommit(line: string): FileCommit {
  const [mark = "", id = "", author = "", date = "", subject = ""] = line.split("\0");
  return { id, shortId: id.slice(0, SHORT), author, date, subject, undone: mark === "<" };
}
