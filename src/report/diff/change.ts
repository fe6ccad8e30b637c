import type { Change, FoldedChange } from "../../model/results/change.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { fitRow } from "../text/fit.ts";
import { indentRow, plainText, type Row, type Segment, segment, summary } from "../text/row.ts";
import { arrow } from "../text/sign.ts";
import { isMultiline, textDiffRows } from "../text/text-diff.ts";
import { causeRows } from "./cause.ts";
import { itemRows } from "./item-edit.ts";
import { limitedRows, placeRow, secretNote, sidesOf, signs, wholeRows } from "./parts.ts";

export interface ChangeOptions {
  /** The width of the terminal; long values are cut to fit. If absent, nothing is cut. */
  readonly width?: number;
  /** Show whole values, however many lines they take. */
  readonly full?: boolean;
}

const BLOCK_LINES = 12;

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
  return [headRow(change, options), ...rows.map((row) => indentRow(row, 6))];
}

/** Several files can define one list: each edit inside then names its own place. */
function placedBelow(change: Change): boolean {
  return change.kind === "changed" && change.items.length > 0;
}

function headRow(change: Change, { width = Number.POSITIVE_INFINITY }: ChangeOptions): Row {
  const sign = [plainText("  "), segment(change.kind, signs[change.kind], "sign"), plainText(" ")];
  return fitRow(
    [...sign, segment("path", printPath(change.path), "path"), plainText("  "), ...valueSegments(change)],
    width,
  );
}

/** The values of a change on one line, cut to a number of columns where one is given. */
export function changeHead(change: Change, room: number = Number.POSITIVE_INFINITY): readonly Segment[] {
  return fitRow([segment(change.kind, `${signs[change.kind]} `, "sign"), ...valueSegments(change)], room);
}

/** If a body follows, the head only gives the size. */
function valueSegments(change: Change): readonly Segment[] {
  if (change.kind !== "changed" || !placedBelow(change)) return sidesOf(change);
  return [...arrow(summary(change.before), summary(change.after)), ...secretNote(change)];
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
