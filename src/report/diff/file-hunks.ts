import { type StructuredPatchHunk, structuredPatch } from "diff";
import type { FileDelta } from "../../model/results/why.ts";
import { placeOf, type SourceFile, type Span } from "../../model/values/origin.ts";
import { shownLine } from "../text/frame.ts";

/** One stretch in which a file differs, with some lines around it, as `diff -u` counts them. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** The lines with their markers; what the file hides is left out. */
  readonly lines: readonly string[];
}

const CONTEXT = 3;
/** Files that differ by more edits than this are not compared line by line: that would take too long. */
const FARTHEST = 2000;

/**
 * The hunks of an edited file that contain a place of the causes, or all hunks if none does. Lines are compared before
 * and shown after hidden parts are removed, so that a changed secret is still shown as a change. Undefined for texts
 * that differ too much. Never fails.
 */
export function editHunks(edit: FileDelta): readonly Hunk[] | undefined {
  const options = { context: CONTEXT, maxEditLength: FARTHEST };
  const [before, after] = [edit.old?.text ?? "", edit.new?.text ?? ""];
  const patch = structuredPatch("", "", before, after, undefined, undefined, options);
  if (patch === undefined) return undefined;
  const named = patch.hunks.filter((hunk) => edit.spans.some((place) => holds(hunk, place)));
  return (named.length > 0 ? named : patch.hunks).map((hunk) => shownHunk(hunk, edit));
}

function holds(hunk: StructuredPatchHunk, { side, span }: FileDelta["spans"][number]): boolean {
  const [start, count] = side === "old" ? [hunk.oldStart, hunk.oldLines] : [hunk.newStart, hunk.newLines];
  const [first, last] = linesOf(span);
  return first < start + count && last >= start;
}

/** First and last line of a span; the line end behind a block belongs to its last line. */
function linesOf(span: Span): readonly [number, number] {
  const first = placeOf(span).line;
  const end = Math.max(span.start, span.end - 1);
  return [first, placeOf({ ...span, start: end }).line];
}

function shownHunk({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk, edit: FileDelta): Hunk {
  let [old, now] = [oldStart, newStart];
  const shown = lines.map((line) => {
    const sign = line.charAt(0);
    if (sign === "\\") return line;
    const text = sign === "-" ? lineOf(edit.old, old) : lineOf(edit.new, now);
    if (sign !== "+") old += 1;
    if (sign !== "-") now += 1;
    return sign + text;
  });
  // If there are no lines, the line before is counted, as git and diff do.
  const [oldFrom, newFrom] = [oldLines === 0 ? oldStart - 1 : oldStart, newLines === 0 ? newStart - 1 : newStart];
  return { oldStart: oldFrom, oldLines, newStart: newFrom, newLines, lines: shown };
}

function lineOf(file: SourceFile | undefined, line: number): string {
  return file === undefined ? "" : shownLine(file, line);
}
