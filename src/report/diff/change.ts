import type { Change, FoldedChange, ItemEdit } from "../../model/results/change.ts";
import { mapMember } from "../../model/values/inside.ts";
import { printKeys, printPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { fitRow } from "../text/fit.ts";
import type { Fullness, Row, Segment } from "../text/row.ts";
import { indentRow, inlineKey, inlineValue, plainText, segment, summary } from "../text/row.ts";
import { arrow, signPart } from "../text/sign.ts";
import { isMultiline, textDiffRows } from "../text/text-diff.ts";
import { isLong } from "../text/value-block.ts";
import { causeRows } from "./cause.ts";
import { effectSigns, limitedRows, moreRows, placeRow, retypedNote, secretNote, sidesOf, wholeRows } from "./parts.ts";

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
  const limit = options.full === true ? Number.POSITIVE_INFINITY : BLOCK_LINES;
  const below = [...causeRows(change, nodes), ...bodyRows(change, limit, limit * 3)];
  const rows = placedBelow(change) ? below : [placeRow(change), ...below];
  return [headRow(change, options), ...rows.map((row) => indentRow(row, 6))];
}

/** Several files can define one list: each edit inside then names its own place. */
function placedBelow(change: Change): boolean {
  return change.kind === "changed" && change.items.length > 0;
}

function headRow(change: Change, { width = Number.POSITIVE_INFINITY }: ChangeOptions): Row {
  return fitRow(
    [
      plainText("  "),
      sign(change),
      segment("path", printPath(change.path), "path"),
      plainText("  "),
      ...valueSegments(change),
    ],
    width,
  );
}

/** The values of a change on one line, cut to a number of columns where one is given. */
export function changeHead(change: Change, room: number = Number.POSITIVE_INFINITY): readonly Segment[] {
  return fitRow([sign(change), ...valueSegments(change)], room);
}

/** If a body follows, the head only gives the size. */
function valueSegments(change: Change): readonly Segment[] {
  if (change.kind !== "changed" || !placedBelow(change)) return sidesOf(change);
  return [...arrow(summary(change.before), summary(change.after)), ...secretNote(change)];
}

/** The lines of a value that is longer than one, or the edits inside; so many, and so many of what differs in a text. */
export function bodyRows(change: Change, limit: number, textLimit: number): readonly Row[] {
  switch (change.kind) {
    case "added":
      return wholeRows(change.after, "added", limit);
    case "removed":
      return wholeRows(change.before, "removed", limit);
    case "moved":
      return [];
    case "changed":
      if (change.items.length > 0) return itemRows(change.items, { full: limit === Number.POSITIVE_INFINITY });
      if (!isMultiline(change.before) && !isMultiline(change.after)) return [];
      return limitedRows(textDiffRows(change.before, change.after), textLimit);
  }
}

const INLINE_WIDTH = 100;
const MOST_EDITS = 20;
const ITEM_LINES = 6;

/**
 * The edits inside a list, one row each: marker, item, and the place of its definition; long items with their lines
 * below.
 */
function itemRows(edits: readonly ItemEdit[], options: Fullness): readonly Row[] {
  const most = options.full === true ? Number.POSITIVE_INFINITY : MOST_EDITS;
  const lines = options.full === true ? Number.POSITIVE_INFINITY : ITEM_LINES;
  const shown = edits.length <= most ? edits : edits.slice(0, most);
  const rows = shown.flatMap((edit) => editRows(edit, lines));
  return [...rows, ...moreRows(edits.length - shown.length, "edit")];
}

function editRows(edit: ItemEdit, lines: number): readonly Row[] {
  switch (edit.kind) {
    case "added":
    case "removed":
      return loneRows(edit, lines);
    case "moved": {
      const place = segment("muted", `  item ${edit.oldIndex} -> ${edit.newIndex}`);
      return [closed([sign(edit), segment("value", inlineValue(edit.after, INLINE_WIDTH)), place], edit)];
    }
    case "changed":
      return changedRows(edit, lines);
  }
}

function loneRows(edit: ItemEdit & { kind: "added" | "removed" }, lines: number): readonly Row[] {
  const value = edit.kind === "added" ? edit.after : edit.before;
  const text = isLong(value) ? summary(value) : inlineValue(value);
  const head = closed([sign(edit), segment(edit.kind, text)], edit);
  if (!isLong(value)) return [head];
  return [head, ...wholeRows(value, edit.kind, lines).map((row) => indentRow(row, 4))];
}

function changedRows(edit: ItemEdit & { kind: "changed" }, lines: number): readonly Row[] {
  const moved = edit.moved ? ` (item ${edit.oldIndex} -> ${edit.newIndex})` : "";
  const label = [sign(edit), segment("key", itemLabel(edit)), segment("muted", moved), plainText(": ")];
  return edit.changes.flatMap((change) => {
    const head = closed([...label, ...insideSegments(change)], change);
    const inner = change.kind === "changed" ? change.items.flatMap((item) => editRows(item, lines)) : [];
    return [head, ...inner.map((row) => indentRow(row, 4))];
  });
}

/** The item by its identifying key, else by its place in the new list. */
function itemLabel(edit: ItemEdit & { kind: "changed" }): string {
  const { key, after, newIndex } = edit;
  const value = key === undefined ? undefined : mapMember(after, key);
  if (key === undefined || value?.kind !== "scalar") return `item ${newIndex}`;
  return `${key}=${value.type === "text" ? inlineKey(String(value.data)) : inlineValue(value)}`;
}

/** `shell "a" -> "b"`, `+ uid 7`, `- uid 7`. */
function insideSegments(change: Change): readonly Segment[] {
  const path = change.path.length === 0 ? [] : [segment("path", printKeys(change.path)), plainText(" ")];
  if (change.kind === "changed") {
    const show = (value: Value): string =>
      change.items.length > 0 ? summary(value) : inlineValue(value, INLINE_WIDTH);
    return [...path, ...arrow(show(change.before), show(change.after)), ...secretNote(change), ...retypedNote(change)];
  }
  const value = change.kind === "removed" ? change.before : change.after;
  const label = change.kind === "moved" ? "value" : change.kind;
  return [sign(change), ...path, segment(label, inlineValue(value, INLINE_WIDTH))];
}

function sign({ kind }: Change | ItemEdit): Segment {
  return signPart(effectSigns[kind]);
}

function closed(row: Row, edit: Change | ItemEdit): Row {
  return [...row, plainText("  "), ...placeRow(edit)];
}
