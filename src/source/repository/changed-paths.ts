import { digest } from "../../base/digest.ts";
import { compareText } from "../../base/text-order.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { GitProgram } from "../git/program/call.ts";
import { git, printedPieces } from "../git/program/process.ts";

/** A path that a commit would change, or could: the two letters are those of `git status --short`. */
export interface ChangedPath {
  /** From the top of the work tree. */
  readonly path: string;
  /** The index against HEAD: `M`, `A`, `D`, `T`, `U` for unmerged, `?` for untracked, a space for the same. */
  readonly index: string;
  /** The work tree against the index: `M`, `A`, `D`, `T`, `U`, `?`, or a space. */
  readonly worktree: string;
}

const STATUS = ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=dirty"];

/** Those of them that are not merged, and say it without a `U`. */
const BOTH_SIDES: ReadonlySet<string> = new Set(["AA", "DD"]);

/**
 * What differs between HEAD, the index and the work tree, sorted by path. No filter runs: a file with one that was written
 * again counts as changed. Throws HeirError when git fails.
 */
export async function changedPaths(program: GitProgram, options: Abortable = {}): Promise<readonly ChangedPath[]> {
  return printedPieces(await git(program, STATUS, options), "\0")
    .map((entry) => {
      const [letters, path] = [entry.slice(0, 2), entry.slice(3)];
      const [index = "", worktree = ""] = letters.includes("U") || BOTH_SIDES.has(letters) ? "UU" : letters;
      return { path, index, worktree };
    })
    .filter(({ path }) => !path.endsWith("/"))
    .sort((left, right) => compareText(left.path, right.path));
}

/** The first and the last line, counted from 1. */
export type LineNumbers = readonly [first: number, last: number];

export interface EditHunk {
  /** Equal for equal lines at the same place. */
  readonly id: string;
  /** The lines above the hunks in a patch of the file. */
  readonly header: string;
  /** `@@ -1,4 +1,4 @@`. */
  readonly head: string;
  /** Each begins with a space, `-` or `+`, or is git's remark on the last line. */
  readonly lines: readonly string[];
  /** The first and the last of its lines in the older file, and in the newer one. */
  readonly ranges: readonly [LineNumbers, LineNumbers];
  /** The hunk as a patch of its own. */
  readonly patch: string;
}

/** The hunks of one file, from the text of `git diff`; none of a file that is no text. Never fails. */
export function hunksIn(text: string): readonly EditHunk[] {
  const [header = "", ...parts] = text.split(/^(?=@@ )/m);
  return parts.map((part) => {
    const [head = "", ...lines] = part.replace(/\n$/, "").split("\n");
    const ranges = [rangeIn(/-(\d+)(?:,(\d+))? \+/, head), rangeIn(/\+(\d+)(?:,(\d+))? @@/, head)] as const;
    return { id: digest(part), header, head, lines, ranges, patch: header + part };
  });
}

function rangeIn(form: RegExp, head: string): LineNumbers {
  const [, first = "0", count = "1"] = form.exec(head) ?? [];
  return [Number(first), Number(first) + Number(count) - 1];
}
