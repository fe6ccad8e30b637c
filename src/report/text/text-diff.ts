import { structuredPatch } from "diff";
import type { Value } from "../../model/values/value.ts";
import { counted, inlineValue, type Label, type Row, segment } from "./row.ts";

const CONTEXT = 3;
/** Texts that differ by more edits than this are shown whole: finding the shortest edit would take too long. */
const FARTHEST = 2000;

/** Whether a value is text of more than one line. */
export function isMultiline(value: Value): boolean {
  return value.kind === "scalar" && typeof value.data === "string" && /\n./s.test(value.data);
}

/** `(12 lines)`, in the place of a text that follows below. */
export function lineCount(value: Value): string {
  return `(${counted(textLines(value).length, "line")})`;
}

export function textLines(value: Value): readonly string[] {
  return textOf(value).replace(/\n$/, "").split("\n");
}

/** The difference of two texts, line by line, with three lines around each edit. */
export function textDiffRows(before: Value, after: Value): readonly Row[] {
  const old = textOf(before);
  const now = textOf(after);
  const patch = structuredPatch("", "", old, now, undefined, undefined, { context: CONTEXT, maxEditLength: FARTHEST });
  if (patch === undefined) return [...wholeRows(old, "-"), ...wholeRows(now, "+")];
  return patch.hunks.flatMap((hunk) => [
    [segment("muted", `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`)],
    ...hunk.lines.map(lineRow),
  ]);
}

function textOf(value: Value): string {
  return value.kind === "scalar" && typeof value.data === "string" ? value.data : inlineValue(value);
}

function wholeRows(text: string, sign: "-" | "+"): readonly Row[] {
  const lines = text.replace(/\n$/, "").split("\n");
  return lines.map((line) => lineRow(sign + line));
}

const labels: Readonly<Record<string, Label>> = { "+": "added", "-": "removed", "\\": "muted" };

function lineRow(line: string): Row {
  if (line.startsWith("\\")) return [segment("muted", "\\ no line end at the end of the text")];
  return [segment(labels[line.charAt(0)] ?? "plain", line)];
}
