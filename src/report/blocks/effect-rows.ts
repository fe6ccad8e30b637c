import type { Change, FoldedChange, ItemEdit, Sided } from "../../model/results/change.ts";
import type { Effect } from "../../model/results/comparison.ts";
import { isOfNames, printPath } from "../../model/values/parameter-path.ts";
import { fitRow } from "../text/fit.ts";
import { counted, indentRow, inlineValue, plainText, type Row, type Segment, segment } from "../text/row.ts";
import { arrow, effectSigns, signPart } from "../text/sign.ts";
import { isLong } from "../text/text-diff.ts";
import { bodyRows, type ChangeOptions } from "./cause.ts";
import { placeRow, retypedNote, sidesOf, sideText, typesNote, wholeRows } from "./parts.ts";

const LINES = 20;
const INLINE = 60;
const WIDEST = 400;
const EXAMPLES = 3;
const SMALLEST_ROW = 40;

/** An effect in a row: path and what happens there, items in at most `longest` characters. Empty without a change. */
export function effectRow(effect: Effect, changes: readonly FoldedChange[], longest: number = INLINE): Row {
  const own = effect.changes.flatMap((index) => changes[index]?.change ?? []);
  const sign =
    effect.derivedFrom === undefined ? signPart(effectSigns[effect.kind]) : segment("changed", "=> ", "sign");
  const head = [sign, segment("path", printPath(effect.path), "path"), plainText("  ")];
  return [...head, ...headSegments(effect, own, longest)];
}

/** The same, and the lines of longer values below. */
export function effectRows(effect: Effect, changes: readonly FoldedChange[], options: ChangeOptions): readonly Row[] {
  const first = changes[effect.changes[0] ?? -1]?.change;
  if (first === undefined) return [];
  const limit = options.full === true ? Number.POSITIVE_INFINITY : LINES;
  const places = options.full === true ? [placeRow(first)] : [];
  const below = [...places, ...(showsAll(effect) ? changeLines(effect, first, limit) : [])];
  const room = options.width === undefined ? Number.POSITIVE_INFINITY : Math.max(SMALLEST_ROW, options.width - 4);
  return [effectRow(effect, changes), ...below.map((each) => indentRow(each, 4))].map((each) => fitRow(each, room));
}

/** Whether the row of an effect, and the lines below it, show all of its changes. */
export function showsAll({ derivedFrom, kind, values }: Effect): boolean {
  return derivedFrom === undefined && kind !== "renamed" && kind !== "conflict" && values === 1;
}

function headSegments(effect: Effect, own: readonly Change[], longest: number): readonly Segment[] {
  const [first] = own;
  if (first === undefined) return [];
  if (effect.derivedFrom !== undefined) return derivedSegments(effect, first);
  if (effect.kind === "renamed") return renamedSegments(effect, first);
  if (effect.kind === "conflict") return lostSegments(effect, first);
  return effect.values > 1 ? manySegments(effect, own) : valueSegments(effect, first, longest);
}

/** What happens to a value in one line, as `--stat` has it: `4 -> 8`, `order change`. */
export function effectWords(effect: Effect, changes: readonly FoldedChange[]): string {
  const change = changes[effect.changes[0] ?? -1]?.change;
  if (change === undefined) return "";
  if (effect.values > 1) return `${effect.values} values`;
  const segments = effect.kind === "conflict" ? lostSegments(effect, change) : valueSegments(effect, change);
  return segments.map(({ text }) => text).join("");
}

/** What happens to a value in one line, whatever else an edit does. */
export function changeSegments(change: Change): readonly Segment[] {
  const kind = change.kind === "changed" && isOnlyMoved(change.items) ? "reordered" : change.kind;
  return valueSegments({ kind }, change, WIDEST);
}

function isOnlyMoved(items: readonly ItemEdit[]): boolean {
  return items.length > 0 && items.every((item) => item.kind === "moved");
}

/** Both sides of a change in one line each; empty for a side without the value. */
export function sideTexts({ before, after }: Sided): readonly [old: string, now: string] {
  return [before === undefined ? "" : sideText(before, WIDEST), after === undefined ? "" : sideText(after, WIDEST)];
}

function derivedSegments({ values, derivedFrom, kind }: Effect, change: Change): readonly Segment[] {
  const by = segment("muted", `by ${derivedFrom?.reference ?? ""}`, "note");
  const both = sidesOf(change, WIDEST);
  const sides = change.kind === "changed" ? both : [plainText(change.kind === "added" ? "+ " : "- "), ...both];
  if (values === 1) return [...sides, plainText("  "), by];
  const lost = kind === "conflict" ? " lost to a conflict" : "";
  return words([plainText(`${values} values${lost} `), by, plainText(", e.g. "), ...sides]);
}

function renamedSegments({ toPath }: Effect, change: Change): readonly Segment[] {
  const value = change.kind === "added" ? change.after : change.before;
  const path = segment("path", printPath(toPath ?? []));
  return words([plainText("renamed to "), path, segment("muted", `  ${inlineValue(value, INLINE)}`)]);
}

function lostSegments({ values }: Effect, change: Change): readonly Segment[] {
  const old = values > 1 || change.kind === "added" ? `${values} values` : sideText(change.before, WIDEST);
  return [...arrow(old, "").slice(0, 2), segment("error", "CONFLICT", "new")];
}

/** Many values of one path: how many, and the first of them. */
function manySegments({ values }: Effect, changes: readonly Change[]): readonly Segment[] {
  const examples = changes.slice(0, EXAMPLES).flatMap((change, at): readonly Segment[] => {
    return [plainText(at === 0 ? ", e.g. " : ", "), ...sidesOf(change, WIDEST)];
  });
  return words([plainText(`${values} different values`), ...examples]);
}

function valueSegments(effect: Pick<Effect, "kind">, change: Change, longest: number = INLINE): readonly Segment[] {
  if (change.kind !== "changed") return sidesOf(change, WIDEST);
  const types = typesNote(change);
  if (types.length > 0) return [...sidesOf(change, WIDEST), ...types];
  if (effect.kind === "reordered") return words([plainText(`order change${orderText(change.items)}`)]);
  return change.items.length === 0 ? sidesOf(change, WIDEST) : words(listSegments(change, longest));
}

/** What happens in words, as one part of a row. */
function words(segments: readonly Segment[]): readonly Segment[] {
  return segments.map((each) => ({ ...each, role: "new" }));
}

function listSegments(change: Extract<Change, { kind: "changed" }>, longest: number): readonly Segment[] {
  const inline = inlineItems(change, longest);
  if (inline !== undefined) return inline;
  const count = change.after.kind === "list" ? change.after.items.length : 0;
  const size = `${counted(change.items.length, "edit")} in ${counted(count, "item")}`;
  const inner = change.items.flatMap((item) => (item.kind === "changed" ? item.changes : []));
  const [only, ...others] = inner.flatMap((each) => (each.kind === "changed" ? retypedNote(each) : []));
  // The type alone differs, which no size shows.
  const isOnly = only !== undefined && others.length === inner.length - 1 && inner.length === change.items.length;
  return [plainText(size), ...(isOnly ? [only] : [])];
}

/** Items that were added and removed, on one line; of lists of names always, else if they are few and not too long. */
function inlineItems({ path, items }: Extract<Change, { kind: "changed" }>, longest: number = INLINE) {
  const lone = items.filter((item) => item.kind === "added" || item.kind === "removed");
  const isNames = isOfNames(path);
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

/** The lines below one change of an effect: those of a longer value, or the edits inside; none if one line shows all. */
export function changeLines(effect: Effect, change: Change, limit: number = LINES): readonly Row[] {
  if (change.kind !== "changed") return bodyRows(change, limit, limit);
  if (effect.kind === "reordered" && change.items.length < 2) return [];
  if (change.items.length > 0 && inlineItems(change) !== undefined) return [];
  if (change.items.length === 0 && isLong(change.after)) return wholeRows(change.after, "added", limit);
  return bodyRows(change, limit, limit);
}
