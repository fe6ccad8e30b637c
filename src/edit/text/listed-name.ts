import type { FileEdit } from "../../model/results/file-edit.ts";
import type { PlaceKind } from "../../model/values/value-place.ts";
import { absoluteName } from "../../parse/definitions/names.ts";
import { DraftedText, endGiven } from "./drafted-text.ts";
import { itemsRemoved, listAt, nameAdded } from "./list-items.ts";
import type { Replacement, SourceText } from "./source-text.ts";
import { WrittenText } from "./written-text.ts";

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
 * The edit that makes a file give a name: its removal goes, else the name comes to the end of its list; both with `also`. A name that
 * is there is written as it is. Undefined where that cannot be written.
 */
export function nameGiven(
  text: SourceText,
  listed: ListedName,
  { also, until }: { readonly also: boolean; readonly until: string | undefined },
): { readonly edit: FileEdit; readonly kind: PlaceKind } | undefined {
  const { key, name } = listed;
  const draft = new DraftedText(text);
  const removals = entriesOf(text, listed, "~");
  const changes = removals.size === 0 ? [] : itemsRemoved(text, key, removals);
  if (changes === undefined) return undefined;
  draft.apply(changes);
  const [index] = entriesOf(draft.now, listed);
  const item = index === undefined ? undefined : listAt(draft.now, key)?.[index];
  const written = item && [{ start: item.start, end: item.end, text: draft.now.text.slice(item.start, item.end) }];
  const adding = removals.size > 0 && !also ? [] : (written ?? nameAtEnd(draft.now, key, name));
  if (adding === undefined) return undefined;
  draft.apply(adding);
  if (until !== undefined) {
    const [there = -1] = entriesOf(draft.now, listed);
    if (!endGiven(draft, listAt(draft.now, key)?.[there], until)) return undefined;
  }
  const edit = draft.edit();
  const isThere = removals.size > 0 || item !== undefined;
  return edit && { edit, kind: isThere ? "line" : listAt(text, key) === undefined ? "mapping" : "key" };
}

/** The changes that take a name out of a list; undefined where it is not in it, or cannot be taken out. */
export function nameTaken(text: SourceText, listed: ListedName): readonly Replacement[] | undefined {
  const leaving = entriesOf(text, listed);
  return leaving.size === 0 ? undefined : itemsRemoved(text, listed.key, leaving);
}

/** The changes that put an entry behind the others of a list; undefined where that cannot be written. */
export function nameAtEnd(text: SourceText, key: string, entry: string): readonly Replacement[] | undefined {
  return nameAdded(text, { key, index: listAt(text, key)?.length ?? 0 }, entry);
}

/** Where a name, or with a sign its removal, is in the list of a file. */
function entriesOf(text: SourceText, { key, name, owner }: ListedName, sign: "" | "~" = ""): ReadonlySet<number> {
  const entries = namesIn(text, key).map((each) => (key === "classes" ? absoluteEntry(each, owner) : each));
  return new Set(entries.flatMap((entry, index) => (entry === sign + name ? [index] : [])));
}
