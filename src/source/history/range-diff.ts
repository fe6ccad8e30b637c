import type { Abortable } from "../../model/inventory/snapshot.ts";
import { git } from "../git/program/process.ts";
import type { GitProgram } from "../git/program/program.ts";

/** Two commits that git takes for the same in two ranges; one without the other has none in the other range. */
interface CommitPair {
  readonly old: string | null;
  readonly new: string | null;
  /** `=` for equal patches, `!` for different ones, `<` and `>` for a commit of one range alone. */
  readonly sign: string;
  readonly subject: string;
}

/** The commits of two ranges in pairs, as `git range-diff` makes them. Throws HeirError when git fails. */
export async function rangeDiff(
  program: GitProgram,
  ranges: readonly string[],
  options: Abortable = {},
): Promise<readonly CommitPair[]> {
  const args = ["-c", "core.abbrev=no", "range-diff", "--no-color", "--no-patch", ...ranges];
  const lines = (await git(program, args, options)).toString().split("\n");
  return lines.flatMap((line): readonly CommitPair[] => {
    const [, old = "", sign = "", now = "", subject = ""] =
      /^\s*(?:\d+|-):\s+(\S+) ([=!<>])\s+(?:\d+|-):\s+(\S+) ?(.*)$/.exec(line) ?? [];
    return sign === "" ? [] : [{ old: idOf(old), new: idOf(now), sign, subject }];
  });
}

function idOf(text: string): string | null {
  return text.startsWith("-") ? null : text;
}
