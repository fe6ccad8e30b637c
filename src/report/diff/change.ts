import { clip, clipPair, displayWidth } from "../../base/terminal-text.ts";
import type { Change, FoldedChange } from "../../model/results/change.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { inlineValue, summary } from "../text/inline.ts";
import { indented, type Label, plainText, type Row, rowText, type Segment, segment } from "../text/row.ts";
import { isMultiline, textDiffRows } from "../text/text-diff.ts";
import { isLong } from "../text/value-block.ts";
import { causeRows } from "./cause.ts";
import { itemRows } from "./item-edit.ts";
import { arrow, placeRow, secretNote, signs } from "./parts.ts";
import { limitedRows, lineCount, wholeRows } from "./value-rows.ts";

export interface ChangeOptions {
  /** The width of the terminal; long values are cut to fit. If absent, nothing is cut. */
  readonly width?: number;
  /** Show whole values, however many lines they take. */
  readonly full?: boolean;
}

const BLOCK_LINES = 12;
const INLINE_WIDTH = 60;
const SMALLEST_VALUE = 12;

/**
 * A change as rows: marker, path and values; the places of their definitions; the cause, if it is known and adds
 * something; for lists, long texts and long maps, the edits or lines inside.
 */
export function changeRows(
  { change, nodes }: Pick<FoldedChange, "change"> & Partial<FoldedChange>,
  options: ChangeOptions = {},
): readonly Row[] {
  const below = [...causeRows(change, nodes), ...bodyRows(change, options)];
  const rows = placedBelow(change) ? below : [placeRow(change), ...below];
  return [headRow(change, options), ...rows.map((row) => indented(row, 6))];
}

/** Several files can define one list: each edit inside then names its own place. */
function placedBelow(change: Change): boolean {
  return change.kind === "changed" && change.items.length > 0;
}

function headRow(change: Change, options: ChangeOptions): Row {
  const head: Row = [
    plainText("  "),
    segment(change.kind, signs[change.kind]),
    plainText(" "),
    segment("path", printPath(change.path)),
    plainText("  "),
  ];
  const room = Math.max(2 * SMALLEST_VALUE, (options.width ?? Number.POSITIVE_INFINITY) - displayWidth(rowText(head)));
  return [...head, ...valueSegments(change, room)];
}

/** The values of a change on one line, cut to a number of columns where one is given. */
export function changeHead(change: Change, room: number = Number.POSITIVE_INFINITY): readonly Segment[] {
  return [segment(change.kind, `${signs[change.kind]} `), ...valueSegments(change, room)];
}

/** The values of a change within a number of columns. */
function valueSegments(change: Change, room: number): readonly Segment[] {
  switch (change.kind) {
    case "added":
      return [cut("added", headText(change.after), room)];
    case "removed":
      return [cut("removed", headText(change.before), room)];
    case "moved":
      return [cut("value", headText(change.after), room)];
    case "changed": {
      const sides = [changedText(change, change.before), changedText(change, change.after)] as const;
      return [...arrow(...fitPair(sides, room - 4)), ...secretNote(change)];
    }
  }
}

function cut(label: Label, text: string, room: number): Segment {
  return segment(label, Number.isFinite(room) ? clip(text, room) : text);
}

/** Cuts two texts to fit together; a short one leaves its room to the other. */
function fitPair([old, now]: readonly [string, string], room: number): readonly [string, string] {
  if (!Number.isFinite(room) || displayWidth(old) + displayWidth(now) <= room) return [old, now];
  const half = Math.floor(room / 2);
  const shorter = Math.min(displayWidth(old), displayWidth(now));
  return clipPair(old, now, shorter < half ? room - shorter : half);
}

function headText(value: Value): string {
  if (isMultiline(value)) return lineCount(value);
  return isLong(value) ? summary(value) : inlineValue(value);
}

/** If a body follows, the head only gives the size. */
function changedText(change: Change, value: Value): string {
  if (placedBelow(change)) return summary(value);
  if (isMultiline(value)) return lineCount(value);
  return inlineValue(value, INLINE_WIDTH);
}

function bodyRows(change: Change, options: ChangeOptions): readonly Row[] {
  const limit = options.full === true ? Number.POSITIVE_INFINITY : BLOCK_LINES;
  switch (change.kind) {
    case "added":
      return wholeRows(change.after, "added", limit);
    case "removed":
      return wholeRows(change.before, "removed", limit);
    case "moved":
      return [];
    case "changed":
      if (change.items.length > 0) return itemRows(change.items, options);
      if (!isMultiline(change.before) && !isMultiline(change.after)) return [];
      return limitedRows(textDiffRows(change.before, change.after), limit * 3);
  }
}
