import type { Abortable } from "../../../model/inventory/snapshot.ts";
import type { GitProgram } from "./call.ts";
import { gitFailure, runGit } from "./process.ts";

/** The paths of a file in three states, and how a conflict in it is marked. */
export interface MergedFiles {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly size: number;
  readonly labels: { readonly ours: string; readonly theirs: string };
}

/** git's exit code for a failure; below it, that of the conflicts. */
const FAILED = 128;

/**
 * git's merge of the text of a file: printed, or over the file of ours. Throws HeirError when git fails, as it does for what
 * is no text.
 */
export async function mergeText(
  program: GitProgram,
  { base, ours, theirs, size, labels }: MergedFiles,
  { isPrinted, ...options }: Abortable & { readonly isPrinted: boolean },
): Promise<{ readonly text: string; readonly isClean: boolean }> {
  const names = [labels.ours, "base", labels.theirs].flatMap((label) => ["-L", label]);
  const args = ["merge-file", "-q", ...(isPrinted ? ["-p"] : []), `--marker-size=${size}`, ...names];
  const { status, stdout, stderr } = await runGit(program, [...args, "--", ours, base, theirs], options);
  if (status >= FAILED) throw gitFailure("merge-file", stderr);
  return { text: stdout.toString(), isClean: status === 0 };
}
