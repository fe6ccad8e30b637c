import { digest } from "../../base/digest.ts";

/** The first and the last line, counted from 1. */
export type LineNumbers = readonly [first: number, last: number];

/** Lines of a file that change together. */
export interface EditHunk {
  /** Equal for equal lines at the same place. */
  readonly id: string;
  /** What stands above the hunks in a patch of the file. */
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
