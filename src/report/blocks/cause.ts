import { recordKeys } from "../../base/text-order.ts";
import type { Cause, CauseOwner, Change, FoldedChange, ItemEdit, Sided } from "../../model/results/change.ts";
import { printKeys, printPath } from "../../model/values/parameter-path.ts";
import { type Span, spanPlace, type Value } from "../../model/values/value.ts";
import { mapMember } from "../../model/values/value-at.ts";
import { fitRow } from "../text/fit.ts";
import { layerName } from "../text/origin.ts";
import type { Fullness, Row, Segment } from "../text/row.ts";
import {
  counted,
  indentRow,
  inlineKey,
  inlineValue,
  limitedRows,
  moreRows,
  plainText,
  segment,
  summary,
} from "../text/row.ts";
import { arrow, effectSigns, signPart } from "../text/sign.ts";
import { isLong, isMultiline, secretNote, textDiffRows } from "../text/text-diff.ts";
import { placeRow, retypedNote, sidesOf, wholeRows } from "./parts.ts";

/**
 * Why a value differs, below the change: `because class backuppc.client added to class role.web`, and the place. No row
 * if the change's places show the cause: the value was edited there. `nodes` have the change.
 */
export function causeRows(change: Change, nodes: readonly string[] = []): readonly Row[] {
  const { cause } = change;
  if (cause === undefined || [cause, ...(cause.also ?? [])].every((each) => isShown(each, change))) return [];
  const also = cause.also === undefined ? [] : [segment("muted", `, and ${cause.also.length} more`)];
  const place = causePlaceText(rootOf(cause));
  const where = place === "" ? [] : [segment("source", `  ${place}`)];
  return [[segment("muted", `because ${causeText(cause, nodes)}`), ...also, ...where]];
}

/** A cause in words, and its place (empty if there is none), for callers that lay them out themselves. */
export function causeParts(cause: Cause, nodes: readonly string[]): { readonly words: string; readonly place: string } {
  return { words: causeText(cause, nodes), place: causePlaceText(rootOf(cause)) };
}

/** Whether the change names the file of an edited value, or the line of an edited list of names, also by reference. */
function isShown(cause: Cause, change: Change): boolean {
  const root = rootOf(cause);
  if (!("in" in root) || !/^(value|class|application)-/.test(root.kind)) return false;
  const isValue = root.kind.startsWith("value-");
  const place = ({ file, start }: Span): string => (isValue ? file.path : `${file.path} ${start}`);
  const shown = new Set(placesOf(change).map(place));
  return [root.old, root.new].every((span) => span === undefined || shown.has(place(span)));
}

function placesOf(change: Change | ItemEdit): readonly Span[] {
  const { before, after }: Sided = change;
  const sides = [before, after].flatMap((value) => (value === undefined ? [] : spansOf(value)));
  const inner = "items" in change ? change.items : "changes" in change ? change.changes : [];
  return [...sides, ...inner.flatMap(placesOf)];
}

function spansOf(value: Value): readonly Span[] {
  return value.kind === "template" || value.via === undefined ? [value.origin] : [value.origin, value.via.target];
}

/** The cause at the end of references and queries. */
function rootOf(cause: Cause): Cause {
  return "cause" in cause ? rootOf(cause.cause) : cause;
}

/** `file:line` of the edit; the files of changed settings. Empty if there is no place. */
export function causePlaceText(cause: Cause): string {
  if (cause.kind === "settings-changed") return cause.files.join(", ");
  return spanPlace("in" in cause ? (cause.new ?? cause.old) : undefined);
}

/**
 * A cause in words: `class ssh added to class role.web`, or `class ssh added in 3 files` if the edit was made in
 * several. `nodes` have the change.
 */
export function causeText(cause: Cause, nodes: readonly string[], files = 1): string {
  const owner = "in" in cause ? ownerText(cause.in, nodes) : "";
  switch (cause.kind) {
    case "value-edited":
    case "value-added":
    case "value-removed":
    case "class-added":
    case "class-removed":
    case "class-reordered":
    case "class-replaced":
    case "application-added":
    case "application-removed":
    case "application-reordered":
    case "removal-added":
    case "removal-removed":
    case "directive-added":
    case "directive-removed":
      return `${editedThing(cause)} ${editText(cause, owner, files)}`;
    case "file-added":
    case "file-removed":
    case "file-renamed":
      return `file of ${owner} ${cause.kind.slice("file-".length)}`;
    case "node-added":
    case "node-removed":
      return `node ${cause.node} ${cause.kind.slice("node-".length)}`;
    case "node-renamed":
      return `node ${cause.node} renamed to ${cause.to}`;
    case "group-joined":
    case "group-left":
    case "group-enabled":
    case "group-disabled":
    case "group-parents-changed":
    case "group-order-changed":
    case "inherit-mode-changed":
      return groupText(cause, files > 1 ? counted(files, "file") : owner);
    case "reference-changed":
      return `${printPath(cause.path)} changed, ${causeText(cause.cause, nodes)}`;
    case "query-changed":
      return otherNodeText(cause, nodes);
    case "target-changed":
      return `targets of rule ${cause.rule} changed`;
    case "contract-changed":
      return `contract ${cause.contract} changed`;
    case "settings-changed":
      return `settings changed: ${cause.settings.join(", ")}`;
    case "unknown":
      return "of something unknown";
  }
}

type ThingCause = Extract<Cause, { kind: `${"value" | "class" | "application" | "removal" | "directive"}-${string}` }>;

function editedThing(cause: ThingCause): string {
  if ("class" in cause) return `class ${cause.class}`;
  if ("application" in cause) return `application ${cause.application}`;
  if ("directive" in cause) return `directive ${cause.directive}`;
  return "name" in cause ? `~${cause.name}` : "value";
}

const editTexts = { edited: "edited in", added: "added to", removed: "removed from", reordered: "moved in" } as const;

/** Where it was done: in the definition that owns it, or in several files. */
function editText(cause: ThingCause, owner: string, files: number): string {
  const where = files > 1 ? counted(files, "file") : owner;
  if (cause.kind === "class-replaced") return `replaced by ${cause.to} in ${where}`;
  const edit = recordKeys(editTexts).find((each) => cause.kind.endsWith(each)) ?? "edited";
  return `${files > 1 ? `${edit} in` : editTexts[edit]} ${where}`;
}

function groupText(cause: Extract<Cause, { kind: `group-${string}` | "inherit-mode-changed" }>, where: string): string {
  switch (cause.kind) {
    case "group-joined":
    case "group-left": {
      const edit = cause.kind === "group-joined" ? "joined" : "left";
      const by = cause.criterion === undefined ? "" : `, criterion ${cause.criterion}`;
      return `group ${cause.group} ${edit}${by}: ${where} edited`;
    }
    case "group-enabled":
      return `group ${cause.group} enabled`;
    case "group-disabled":
      return `group ${cause.group} disabled`;
    case "group-parents-changed":
      return `parents of group ${cause.group} changed`;
    case "group-order-changed":
      if (cause.old !== undefined && cause.new !== undefined)
        return `order ${cause.higher} < ${cause.lower} reversed to ${cause.lower} < ${cause.higher}`;
      return `order ${cause.lower} < ${cause.higher} ${cause.new === undefined ? "removed" : "added"}`;
    case "inherit-mode-changed":
      return `inherit mode of ${cause.property} changed in ${where}`;
  }
}

function otherNodeText({ node, cause }: Extract<Cause, { kind: "query-changed" }>, nodes: readonly string[]): string {
  const text = causeText(cause, nodes);
  return cause.kind.startsWith("node-") ? text : `exports of node ${node} changed, ${text}`;
}

/** `class role.web`, `order`; for one of several nodes, `each node`. */
export function ownerText(owner: CauseOwner, [first, ...others]: readonly string[]): string {
  return owner.layer === "node" && owner.name === first && others.length > 0 ? "each node" : layerName(owner);
}

export interface ChangeOptions extends Fullness {
  /** The width of the terminal; long values are cut to fit. If absent, nothing is cut. */
  readonly width?: number;
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
  const head = [plainText("  "), sign(change), segment("path", printPath(change.path), "path"), plainText("  ")];
  return fitRow([...head, ...valueSegments(change)], width);
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
      if (change.items.length > 0) return itemRows(change.items, limit === Number.POSITIVE_INFINITY);
      if (!isMultiline(change.before) && !isMultiline(change.after)) return [];
      return limitedRows(textDiffRows(change.before, change.after), textLimit);
  }
}

const INLINE_WIDTH = 100;
const MOST_EDITS = 20;
const ITEM_LINES = 6;

/** The edits inside a list, a row each: marker, item and its place; long items with their lines below. */
function itemRows(edits: readonly ItemEdit[], full: boolean): readonly Row[] {
  const shown = full ? edits : edits.slice(0, MOST_EDITS);
  const rows = shown.flatMap((edit) => editRows(edit, full ? Number.POSITIVE_INFINITY : ITEM_LINES));
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
