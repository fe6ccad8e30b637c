import { clip, displayWidth } from "../../base/terminal-text.ts";
import type { Effect } from "../../model/results/block.ts";
import type { Change, FoldedChange, ItemEdit } from "../../model/results/change.ts";
import { nameSections, printPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { counted } from "../text/count.ts";
import { inlineValue, summary } from "../text/inline.ts";
import { indented, plainText, type Row, type Segment, segment } from "../text/row.ts";
import { isMultiline, textDiffRows } from "../text/text-diff.ts";
import { isLong } from "../text/value-block.ts";
import { itemRows } from "./item-edit.ts";
import { arrow, placeRow, retypedNote, secretNote, typeChange } from "./parts.ts";
import { limitedRows, lineCount, wholeRows } from "./value-rows.ts";

export interface EffectOptions {
  /** Show whole values, however many lines they take, and where each is defined. */
  readonly full?: boolean;
  /** The width of the terminal; long values are cut to fit. If absent, nothing is cut. */
  readonly width?: number;
}

const LINES = 20;
const INLINE = 60;
const WIDEST = 400;
const EXAMPLES = 3;
const SMALLEST_ROW = 40;

/** One effect of an edit: the path, what happens there in words, and the lines of longer values below. */
export function effectRows(
  effect: Effect,
  changes: readonly FoldedChange[],
  options: EffectOptions = {},
): readonly Row[] {
  const own = effect.changes.flatMap((index) => changes[index]?.change ?? []);
  const [first] = own;
  if (first === undefined) return [];
  const head = [sign(effect), segment("path", printPath(effect.path)), plainText("  ")];
  const limit = options.full === true ? Number.POSITIVE_INFINITY : LINES;
  const row = [...head, ...headSegments(effect, first, own)];
  const places = options.full === true ? [placeRow(first)] : [];
  const below = [...places, ...(isPlain(effect) ? bodyRows(effect, first, limit) : [])];
  return [row, ...below.map((each) => indented(each, 4))].map((each) => fitted(each, options.width));
}

/** Whether one change shows the whole effect. */
function isPlain({ derivedFrom, kind, values }: Effect): boolean {
  return derivedFrom === undefined && kind !== "renamed" && kind !== "conflict" && values === 1;
}

function headSegments(effect: Effect, first: Change, own: readonly Change[]): readonly Segment[] {
  if (effect.derivedFrom !== undefined) return derivedSegments(effect, first);
  if (effect.kind === "renamed") return renamedSegments(effect, first);
  if (effect.kind === "conflict") return lostSegments(effect, first);
  return effect.values > 1 ? manySegments(effect, own) : valueSegments(effect, first);
}

/** A row cut to the width of the terminal, less the indentation of effects. */
function fitted(row: Row, width: number | undefined): Row {
  if (width === undefined) return row;
  let room = Math.max(SMALLEST_ROW, width - 4);
  return row.map((part) => {
    const text = clip(part.text, Math.max(0, room));
    room -= displayWidth(text);
    return { ...part, text };
  });
}

/** What happens to a value in one line, as `--stat` has it: `4 -> 8`, `order change`. */
export function effectWords(effect: Effect, changes: readonly FoldedChange[]): string {
  const change = changes[effect.changes[0] ?? -1]?.change;
  if (change === undefined) return "";
  if (effect.values > 1) return `${effect.values} values`;
  const segments = effect.kind === "conflict" ? lostSegments(effect, change) : valueSegments(effect, change);
  return segments.map(({ text }) => text).join("");
}

/** What happens to the items of a list in one line, however long: `+ "rsync"`, `order change`; undefined where a value changes as a whole. */
export function itemWords(change: Change): string | undefined {
  if (change.kind !== "changed" || change.items.length === 0) return undefined;
  const { items } = change;
  if (items.every((item) => item.kind === "moved")) return `order change${orderText(items)}`;
  return listSegments(change, Number.POSITIVE_INFINITY)
    .map(({ text }) => text)
    .join("");
}

/** Both sides of a change in one line each; empty for a side without the value. */
export function sideTexts(change: Change): readonly [old: string, now: string] {
  const old = change.kind === "added" ? "" : headText(change.before);
  const now = change.kind === "removed" ? "" : headText(change.after);
  return [old, now];
}

/** The lines below one change of an effect: those of a longer value, or the edits inside; none if one line shows all. */
export function changeLines(effect: Effect, change: Change): readonly Row[] {
  return bodyRows(effect, change, LINES);
}

/** Whether the row of an effect, and the lines below it, show all of its changes. */
export function showsAll(effect: Effect): boolean {
  return isPlain(effect);
}

function sign({ kind, derivedFrom }: Effect): Segment {
  if (derivedFrom !== undefined) return segment("changed", "=> ");
  switch (kind) {
    case "added":
      return segment("added", "+ ");
    case "removed":
      return segment("removed", "- ");
    case "conflict":
      return segment("error", "! ");
    case "moved":
    case "renamed":
      return segment("moved", "> ");
    case "changed":
    case "retyped":
    case "reordered":
      return segment("changed", "~ ");
  }
}

function derivedSegments({ values, derivedFrom, kind }: Effect, change: Change): readonly Segment[] {
  const by = segment("muted", `by ${derivedFrom?.reference ?? ""}`);
  const sides =
    change.kind === "changed"
      ? sidesOf(change)
      : [plainText(change.kind === "added" ? "+ " : "- "), ...sidesOf(change)];
  if (values === 1) return [...sides, plainText("  "), by];
  const lost = kind === "conflict" ? " lost to a conflict" : "";
  return [plainText(`${values} values${lost} `), by, plainText(", e.g. "), ...sides];
}

function renamedSegments({ toPath }: Effect, change: Change): readonly Segment[] {
  const value = change.kind === "added" ? change.after : change.before;
  return [
    plainText("renamed to "),
    segment("path", printPath(toPath ?? [])),
    segment("muted", `  ${inlineValue(value, INLINE)}`),
  ];
}

function lostSegments({ values }: Effect, change: Change): readonly Segment[] {
  const old = values > 1 || change.kind === "added" ? `${values} values` : headText(change.before);
  return arrow(old, "CONFLICT");
}

/** Many values of one path: how many, and the first of them. */
function manySegments({ values }: Effect, changes: readonly Change[]): readonly Segment[] {
  const examples = changes.slice(0, EXAMPLES).flatMap((change, at): readonly Segment[] => {
    return [plainText(at === 0 ? ", e.g. " : ", "), ...sidesOf(change)];
  });
  return [plainText(`${values} different values`), ...examples];
}

function sidesOf(change: Change): readonly Segment[] {
  switch (change.kind) {
    case "added":
      return [segment("added", headText(change.after))];
    case "removed":
      return [segment("removed", headText(change.before))];
    case "moved":
      return [segment("value", headText(change.after))];
    case "changed":
      return [...arrow(headText(change.before), headText(change.after)), ...secretNote(change)];
  }
}

function valueSegments(effect: Effect, change: Change): readonly Segment[] {
  if (change.kind !== "changed") return sidesOf(change);
  if (effect.kind === "retyped") return [...sidesOf(change), plainText("  "), segment("muted", typeChange(change))];
  if (effect.kind === "reordered") return [plainText(`order change${orderText(change.items)}`)];
  return change.items.length === 0 ? sidesOf(change) : listSegments(change);
}

function listSegments(change: Extract<Change, { kind: "changed" }>, longest: number = INLINE): readonly Segment[] {
  const inline = inlineItems(change, longest);
  if (inline !== undefined) return inline;
  const size = `${counted(change.items.length, "edit")} in ${counted(itemCount(change.after), "item")}`;
  const inner = change.items.flatMap((item) => (item.kind === "changed" ? item.changes : []));
  const [only, ...others] = inner.flatMap((each) => (each.kind === "changed" ? retypedNote(each) : []));
  // The type alone differs, which no size shows.
  const isOnly = only !== undefined && others.length === inner.length - 1 && inner.length === change.items.length;
  return [plainText(size), ...(isOnly ? [only] : [])];
}

function itemCount(value: Value): number {
  return value.kind === "list" ? value.items.length : 0;
}

/** Items that were added and removed, on one line; of lists of names always, else if they are few and not too long. */
function inlineItems(
  { path, items }: Extract<Change, { kind: "changed" }>,
  longest: number = INLINE,
): readonly Segment[] | undefined {
  const lone = items.filter((item) => item.kind === "added" || item.kind === "removed");
  const isNames = nameSections.has(path[0] ?? "");
  if (lone.length === 0 || (!isNames && lone.length < items.length)) return undefined;
  const parts = lone.map((item) => {
    const value = item.kind === "added" ? item.after : item.before;
    return segment(item.kind, `${item.kind === "added" ? "+" : "-"} ${inlineValue(value)}`);
  });
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  const isFew = parts.length <= EXAMPLES && length <= longest;
  if (!isNames && (!isFew || parts.some(({ text }) => text.includes("\n")))) return undefined;
  return parts.flatMap((part, at) => (at === 0 ? [part] : [plainText(", "), part]));
}

/** `: "b" from position 3 to 1`; of several items only how many moved, as rows below name each. */
function orderText(items: readonly ItemEdit[]): string {
  const [moved, ...others] = items.filter((item) => item.kind === "moved");
  if (moved === undefined) return "";
  if (others.length > 0) return `: ${counted(others.length + 1, "item")} moved`;
  const text = inlineValue(moved.after, INLINE);
  return `: ${text} from position ${moved.oldIndex + 1} to ${moved.newIndex + 1}`;
}

/** If lines follow, the head only gives the size. */
function headText(value: Value): string {
  if (isMultiline(value)) return lineCount(value);
  return isLong(value) ? summary(value) : clip(inlineValue(value), WIDEST);
}

function bodyRows(effect: Effect, change: Change, limit: number): readonly Row[] {
  switch (change.kind) {
    case "added":
      return wholeRows(change.after, "added", limit);
    case "removed":
      return wholeRows(change.before, "removed", limit);
    case "moved":
      return [];
    case "changed": {
      if (effect.kind === "reordered" && change.items.length < 2) return [];
      if (change.items.length > 0) {
        return inlineItems(change) === undefined ? itemRows(change.items, { full: limit > LINES }) : [];
      }
      if (isLong(change.after)) return wholeRows(change.after, "added", limit);
      if (!isMultiline(change.before) && !isMultiline(change.after)) return [];
      return limitedRows(textDiffRows(change.before, change.after), limit);
    }
  }
}
