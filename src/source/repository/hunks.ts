import { digest } from "../../base/digest.ts";

/** Lines of a file that change together. */
export interface Hunk {
  /** Equal for equal lines at the same place. */
  readonly id: string;
  /** `@@ -1,4 +1,4 @@`. */
  readonly head: string;
  /** Each begins with a space, `-` or `+`, or is git's remark on the last line. */
  readonly lines: readonly string[];
  /** The first and the last of its lines in the newer file. */
  readonly now: readonly [first: number, last: number];
  /** The hunk as a patch of its own. */
  readonly patch: string;
}

/** The hunks of one file, from the text of `git diff`; none of a file that is no text. Never fails. */
export function hunksIn(text: string): readonly Hunk[] {
  const [header = "", ...parts] = text.split(/^(?=@@ )/m);
  return parts.map((part) => {
    const [head = "", ...lines] = part.replace(/\n$/, "").split("\n");
    const [, first = "0", count = "1"] = /\+(\d+)(?:,(\d+))? @@/.exec(head) ?? [];
    const from = Number(first);
    return { id: digest(part), head, lines, now: [from, from + Number(count) - 1] as const, patch: header + part };
  });
}
