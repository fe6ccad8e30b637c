import { diffArrays, type StructuredPatchHunk, structuredPatch } from "diff";
import { isMarker } from "../../model/secrets/secrets.ts";
import { keyText, sortedItems, uniqueEntries, type Value } from "../../model/values/value.ts";
import { counted, inlineKey, inlineValue, inlineWithin, type Label, type Row, type Segment, segment } from "./row.ts";

const CONTEXT = 3;
/** Texts that differ by more edits than this are not compared: finding the shortest edit would take too long. */
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
  const hunks = lineHunks(textOf(before), textOf(after));
  const marked = (value: Value, sign: "-" | "+") => textLines(value).map((line) => lineRow(sign + line, "text"));
  if (hunks === undefined) return [...marked(before, "-"), ...marked(after, "+")];
  return hunks.flatMap((hunk) => hunkRows(hunk, "text"));
}

/** Where two texts differ, with three lines around each edit; undefined for texts that differ too much. */
export function lineHunks(old: string, now: string): readonly StructuredPatchHunk[] | undefined {
  const options = { context: CONTEXT, maxEditLength: FARTHEST };
  return structuredPatch("", "", old, now, undefined, undefined, options)?.hunks;
}

/** A stretch in which two texts, or two versions of a file, differ. */
export function hunkRows(
  { oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk,
  of: "text" | "file",
): readonly Row[] {
  const head = segment("muted", `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`);
  return [[head], ...lines.map((line) => lineRow(line, of))];
}

function textOf(value: Value): string {
  return value.kind === "scalar" && typeof value.data === "string" ? value.data : inlineValue(value);
}

const labels: Readonly<Record<string, Label>> = { "+": "added", "-": "removed", "\\": "muted" };

function lineRow(line: string, of: "text" | "file"): Row {
  if (line.startsWith("\\")) return [segment("muted", `\\ no line end at the end of the ${of}`)];
  return [segment(labels[line.charAt(0)] ?? "plain", line)];
}

/** An old line and the new line that replaces it; one of them is absent if a line was added or removed. */
export interface LinePair {
  readonly old: string | undefined;
  readonly now: string | undefined;
}

/** Texts that differ by more edits than this are paired line by line from the top: a diff would take too long. */
const FARTHEST_PAIR = 1000;

/** Pairs lines of two texts: equal ones with each other, and inside a stretch that differs from its first line on. */
export function linePairs(old: readonly string[], now: readonly string[]): readonly LinePair[] {
  const parts = diffArrays([...old], [...now], { maxEditLength: FARTHEST_PAIR });
  if (parts === undefined) return besides(old, now);
  const pairs: LinePair[] = [];
  let gone: readonly string[] = [];
  for (const { value, added, removed } of parts) {
    if (removed) gone = value;
    else {
      pairs.push(...(added ? besides(gone, value) : [...besides(gone, []), ...besides(value, value)]));
      gone = [];
    }
  }
  return [...pairs, ...besides(gone, [])];
}

function besides(old: readonly string[], now: readonly string[]): readonly LinePair[] {
  return Array.from({ length: Math.max(old.length, now.length) }, (_, index) => ({ old: old[index], now: now[index] }));
}

const INLINE_WIDTH = 60;

/**
 * A value over several lines, indented as YAML is. It yields one line at a time, so that callers can stop early in long
 * values. Containers that fit in 60 columns stay on their line. Safe to print; not meant to be parsed.
 */
function* blockLines(value: Value, indent = ""): Generator<string> {
  switch (value.kind) {
    case "scalar":
    case "template":
      yield indent + inlineValue(value);
      return;
    case "map":
      for (const entry of uniqueEntries(value)) {
        yield* labelled(`${indent}${inlineKey(keyText(entry))}:`, entry.value, `${indent}  `);
      }
      return;
    case "list":
    case "set":
      for (const item of value.kind === "set" ? sortedItems(value) : value.items) yield* dashed(item, indent);
  }
}

function* labelled(label: string, value: Value, indent: string): Generator<string> {
  const inline = inlineWithin(value, INLINE_WIDTH);
  yield inline === undefined ? label : `${label} ${inline}`;
  if (inline === undefined) yield* blockLines(value, indent);
}

function* dashed(item: Value, indent: string): Generator<string> {
  const inline = inlineWithin(item, INLINE_WIDTH);
  let mark = "- ";
  for (const line of inline === undefined ? blockLines(item) : [inline]) {
    yield `${indent}${mark}${line}`;
    mark = "  ";
  }
}

/** Whether a value is long enough to be shown as a block. */
export function isLong(value: Value): boolean {
  return value.kind !== "scalar" && inlineWithin(value, INLINE_WIDTH) === undefined;
}

/** At most `limit` lines of a value, and the number of lines left out. */
export function limitedBlock(value: Value, limit: number) {
  const lines: string[] = [];
  let more = 0;
  for (const line of blockLines(value)) {
    if (lines.length < limit) lines.push(line);
    else more += 1;
  }
  return { lines, more };
}

/** Both sides of a secret look the same, so a note states that it changed. */
export function secretNote({ before, after }: Readonly<Record<"before" | "after", Value>>): readonly Segment[] {
  return isMarker(before) && isMarker(after) ? [segment("muted", ", changed", "note")] : [];
}
