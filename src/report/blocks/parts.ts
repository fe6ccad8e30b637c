import { clip } from "../../base/terminal-text.ts";
import type { Change, Sided } from "../../model/results/change.ts";
import { isMarker } from "../../model/secrets/secrets.ts";
import { isMap, isRetyped, type ScalarType, type Value } from "../../model/values/value.ts";
import { sourceText } from "../text/origin.ts";
import type { Label, Row, Segment } from "../text/row.ts";
import { inlineValue, limitedRows, moreRows, segment, summary } from "../text/row.ts";
import { arrow } from "../text/sign.ts";
import { isLong, isMultiline, limitedBlock, lineCount, secretNote, textLines } from "../text/text-diff.ts";

/** Both sides of a change on one line, each in at most so many columns: of what is long only its size. */
export function sidesOf(change: Change, widest: number = Number.POSITIVE_INFINITY): readonly Segment[] {
  const text = (value: Value): string => sideText(value, widest);
  switch (change.kind) {
    case "added":
      return [segment("added", text(change.after), "new")];
    case "removed":
      return [segment("removed", text(change.before), "old")];
    case "moved":
      return [segment("value", text(change.after), "new")];
    case "changed":
      return [...arrow(text(change.before), text(change.after)), ...secretNote(change)];
  }
}

/** If lines follow, only the size is given. */
export function sideText(value: Value, widest: number): string {
  if (isMultiline(value)) return lineCount(value);
  return isLong(value) ? summary(value) : clip(inlineValue(value), widest);
}

/** What a change of the type alone is, behind both sides that read the same; nothing for any other change. */
export function retypedNote(change: Sides): readonly Segment[] {
  return isRetyped(change.before, change.after) ? [segment("muted", `  ${typeChange(change)}`, "note")] : [];
}

interface Sides {
  readonly before: Value;
  readonly after: Value;
}

/** Both types where they differ, and one side is no text in parts; nothing else. */
export function typesNote(change: Sides): readonly Segment[] {
  const isOpen = [change.before, change.after].some((value) => value.kind === "template" || isMarker(value));
  if (isOpen || typeName(change.before) === typeName(change.after)) return [];
  return [segment("muted", `  ${typeChange(change)}`, "note")];
}

/** `type change: integer -> string`. */
function typeChange({ before, after }: Sides): string {
  return `type change: ${typeName(before)} -> ${typeName(after)}`;
}

/** Where the name is not that of the type itself. */
const typeNames: { readonly [Type in ScalarType]?: string } = {
  text: "string",
  int: "integer",
  bool: "boolean",
  datetime: "date",
};

function typeName(value: Value): string {
  if (isMap(value)) return "mapping";
  return value.kind === "scalar" ? (typeNames[value.type] ?? value.type) : "list";
}

/** Old and new place of a change or an edit; only one if they are the same. */
export function placeRow({ before, after }: Sided): Row {
  const places = new Set([before, after].flatMap((value) => (value === undefined ? [] : sourceText(value))));
  return [...places].flatMap((place, at) => {
    const source = segment("source", place);
    return at === 0 ? [source] : [segment("muted", " -> "), source];
  });
}

/** The lines of a value that is too long for the row of its path; none for any other. More than `limit` are counted. */
export function wholeRows(value: Value, label: Label, limit: number): readonly Row[] {
  if (isMultiline(value) && value.kind === "scalar") {
    const rows = textLines(value).map((line) => [segment(label, line)]);
    return limitedRows(rows, limit);
  }
  if (!isLong(value)) return [];
  const { lines, more } = limitedBlock(value, limit);
  return [...lines.map((line): Row => [segment(label, line)]), ...moreRows(more, "line")];
}
