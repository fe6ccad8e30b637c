import type { FileEdit } from "../../../model/results/file-edit.ts";
import { textValue, type Value } from "../../../model/values/value.ts";
import type { PlaceKind } from "../../../model/values/value-place.ts";
import { absoluteName } from "../../../parse/definitions/names.ts";
import { contentEnd, type Outline, type OutlineList, outlineEntry } from "../../../parse/yaml/outline.ts";
import { plainSyntax } from "../../../parse/yaml/parse.ts";
import { DraftedText, endGiven } from "../text/drafted-text.ts";
import { firstFound, type Replacement, type SourceText, WrittenText } from "../text/source-text.ts";
import { isAsMeant, relists, UNWRITTEN } from "./meant.ts";
import { newValue } from "./new-value.ts";
import { entryRemovals, flowRemovals, lineRemovals, meantRemoval } from "./remove-value.ts";
import { behindLast, gapBefore, plainTarget, writings } from "./write-value.ts";

/** A list of names at the top of a file, such as `classes`. */
export interface ListPlace {
  readonly key: string;
  /** The item before which a name comes; the number of items for the end. */
  readonly index: number;
}

/** The items of a list at the top of a file, without aliases; undefined if the file has no such list. */
export function listAt({ root }: SourceText, key: string): readonly Outline[] | undefined {
  const value = outlineEntry(root, key)?.value;
  return value?.kind === "list" ? value.items : undefined;
}

/** The changes that put a name into a list of a file, which may be there or not; undefined if that cannot be written. */
export function nameAdded(text: SourceText, place: ListPlace, name: string): readonly Replacement[] | undefined {
  const value = textValue(name, UNWRITTEN);
  const written = [name, `'${name.replaceAll("'", "''")}'`];
  return firstFound(written, (item) => itemWritten(text, place, { item, value }));
}

/** The changes that put an item into such a list, as it is written; undefined if it would not have the value there. */
export function itemWritten(
  text: SourceText,
  { key, index }: ListPlace,
  { item, value }: { readonly item: string; readonly value: Value },
): readonly Replacement[] | undefined {
  const list = outlineEntry(text.root, key)?.value;
  const isFree = list === undefined || list.start === list.end;
  const others = isFree ? listWritten(text, key, item) : [];
  const ways = list?.kind === "list" ? [[itemAdded(text, list, { index, item })]] : others;
  const wanted = relists(key, (items) => items.toSpliced(index, 0, value));
  return ways.find((changes) => isAsMeant(text, changes, { syntax: plainSyntax, wanted }));
}

/** A new list, of this item alone. */
function listWritten(text: SourceText, key: string, item: string): readonly (readonly Replacement[])[] {
  const flow = text.root?.kind === "map" && text.root.flow;
  const source = flow ? `[${item}]` : `- ${item}`;
  return writings(text, plainTarget([key]), newValue(source, plainSyntax)).map(({ changes }) => changes);
}

interface NewItem {
  readonly index: number;
  readonly item: string;
}

/** The change that puts an item, as it is written, into a list. */
export function itemAdded(text: SourceText, list: OutlineList, { index, item }: NewItem): Replacement {
  const [next, last] = [list.items[index], list.items.at(-1)];
  if (list.flow) {
    if (last === undefined) return { start: list.start + 1, end: list.start + 1, text: item };
    if (next === undefined) return behindLast(text, list, last)(item);
    return { start: next.start, end: next.start, text: `${item},${gapBefore(text, list, last)}` };
  }
  const dash = " ".repeat(text.column(list.start));
  if (next !== undefined) {
    const start = text.lineStart(next.start);
    return { start, end: start, text: `${dash}- ${item}${text.newline(next.start)}` };
  }
  const end = text.lineEnd(last === undefined ? list.end : Math.max(contentEnd(last, text.text), last.start));
  return text.below(end, `${dash}- ${item}`);
}

/**
 * The changes that take items out of a list, with the lines that they are on; the list goes with its last item. Undefined
 * if that cannot be written.
 */
export function itemsRemoved(
  text: SourceText,
  key: string,
  leaving: ReadonlySet<number>,
): readonly Replacement[] | undefined {
  const entry = outlineEntry(text.root, key);
  if (entry?.value.kind !== "list" || text.root?.kind !== "map") return undefined;
  const { items, flow } = entry.value;
  const isAll = items.every((_, index) => leaving.has(index));
  const parts = items.filter((_, index) => leaving.has(index)).map((value) => ({ start: value.start, value }));
  const changes = isAll
    ? entryRemovals(text, text.root, [entry])
    : flow
      ? flowRemovals(items, leaving)
      : lineRemovals(text, parts);
  const wanted = relists(key, (before: readonly Value[]) => before.filter((_, index) => !leaving.has(index)));
  return changes !== undefined && isAsMeant(text, changes, { syntax: plainSyntax, wanted }) ? changes : undefined;
}

/** The changes that take an entry out, with each mapping that becomes empty; undefined if that cannot be written. */
export function entryRemoved(text: SourceText, keys: readonly string[]): readonly Replacement[] | undefined {
  return meantRemoval(text, plainTarget(keys));
}

/** The names that a list at the top of a file has, as they are written; nothing of what is no scalar. */
export function namesIn(text: SourceText, key: string): readonly string[] {
  return (listAt(text, key) ?? []).map((item) => (item.kind === "scalar" ? new WrittenText(text, item).text : ""));
}

/** An entry of a list of classes with the name in full, `~` included. */
export function absoluteEntry(written: string, owner: string): string {
  const sign = written.startsWith("~") ? "~" : "";
  return sign + absoluteName(written.slice(sign.length), owner);
}

/** A name in a list at the top of a file. */
export interface ListedName {
  readonly key: string;
  readonly name: string;
  /** The class or node of the file, to which names of classes can be relative; empty for a group. */
  readonly owner: string;
}

/**
 * The edit that makes a file give a name: its removal goes, else the name is appended to its list; both with `also`. A name that
 * is there is written as it is. Undefined if that cannot be written.
 */
export function nameGiven(
  text: SourceText,
  listed: ListedName,
  { also, until }: { readonly also: boolean; readonly until: string | undefined },
): { readonly edit: FileEdit; readonly kind: PlaceKind } | undefined {
  const { key, name } = listed;
  const draft = new DraftedText(text);
  const removals = entriesOf(text, listed, "~");
  if (!draft.changed(removals.size === 0 ? [] : itemsRemoved(text, key, removals))) return undefined;
  const [index] = entriesOf(draft.now, listed);
  const item = index === undefined ? undefined : listAt(draft.now, key)?.[index];
  const written = item && [{ start: item.start, end: item.end, text: draft.now.text.slice(item.start, item.end) }];
  const isLetIn = removals.size > 0 && !also;
  if (!draft.changed(isLetIn ? [] : (written ?? nameAtEnd(draft.now, key, name)))) return undefined;
  if (until !== undefined) {
    const [there = -1] = entriesOf(draft.now, listed);
    if (!endGiven(draft, listAt(draft.now, key)?.[there], until)) return undefined;
  }
  const edit = draft.edit();
  const isThere = removals.size > 0 || item !== undefined;
  return edit && { edit, kind: isThere ? "line" : listAt(text, key) === undefined ? "mapping" : "key" };
}

/** The changes that take a name out of a list; undefined if it is not in it, or cannot be taken out. */
export function nameTaken(text: SourceText, listed: ListedName): readonly Replacement[] | undefined {
  const leaving = entriesOf(text, listed);
  return leaving.size === 0 ? undefined : itemsRemoved(text, listed.key, leaving);
}

/** The changes that put an entry behind the others of a list; undefined if that cannot be written. */
export function nameAtEnd(text: SourceText, key: string, entry: string): readonly Replacement[] | undefined {
  return nameAdded(text, { key, index: listAt(text, key)?.length ?? 0 }, entry);
}

/** Where a name, or with a sign its removal, is in the list of a file. */
function entriesOf(text: SourceText, { key, name, owner }: ListedName, sign: "" | "~" = ""): ReadonlySet<number> {
  const entries = namesIn(text, key).map((each) => (key === "classes" ? absoluteEntry(each, owner) : each));
  return new Set(entries.flatMap((entry, index) => (entry === sign + name ? [index] : [])));
}
