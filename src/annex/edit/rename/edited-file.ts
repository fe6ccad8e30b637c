import { madeOnce } from "../../../base/made-once.ts";
import { addTo } from "../../../base/text-order.ts";
import type { Inventory } from "../../../model/inventory/inventory.ts";
import type { Snapshot } from "../../../model/inventory/snapshot.ts";
import { bareKey } from "../../../model/values/key-prefix.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import type { Stretch } from "../../../model/values/value.ts";
import { type Outline, outlineEntries, outlineParts } from "../../../parse/yaml/outline.ts";
import type { KindRename } from "../proof/claim.ts";
import { type FileWords, type Replacement, type SourceText, WrittenText } from "../text/source-text.ts";
import type { InventoryFile } from "./names.ts";

export type OpenedFile = ReturnType<typeof openedFile>;

/** An inventory file that is read. */
export function openedFile(file: InventoryFile, source: SourceText) {
  const anchors = madeOnce(() => anchorsIn(source));
  return {
    ...file,
    source,
    /** The value that an alias stands for; any other value itself. Undefined for an alias of nothing. */
    followed(outline: Outline): Outline | undefined {
      if (outline.kind !== "alias") return outline;
      const name = source.text.slice(outline.start + 1, outline.end);
      const named = anchors().get(name);
      return named?.findLast(({ start }) => start < outline.start);
    },
  };
}

/** How one kind of names is renamed. */
export interface KindFinder {
  /** Whether a file can have a mention: only such files are parsed. */
  mayBeIn(text: FileWords): boolean;
  /** The names in full, which comments and texts may hold. */
  readonly names: readonly string[];
  /** Files that move: from the old path to the new one. */
  readonly moves: ReadonlyMap<string, string>;
  find(file: OpenedFile): readonly Replacement[];
  /** After all files: throws HeirError if nothing had the name. */
  expectFound?(): void;
}

/** What a finder is made from: several names only for classes below one name. */
export interface FinderOptions {
  readonly inventory: Inventory;
  readonly snapshot: Snapshot;
  readonly renames: readonly KindRename[];
}

/** The values at a key of the top of a file, aliases followed. */
export function sectionsAt(file: OpenedFile, key: string): readonly Outline[] {
  return valuesAt(file.source.root, key).flatMap((value) => file.followed(value) ?? []);
}

/** The values of a key in a mapping: it can be written twice. */
export function valuesAt(outline: Outline | undefined, key: string): readonly Outline[] {
  return outlineEntries(outline).flatMap(({ name, value }) => (name === key ? [value] : []));
}

/** The items of lists; nothing of what is no list. */
export function itemsOf(outlines: readonly Outline[]): readonly Outline[] {
  return outlines.flatMap((outline) => (outline.kind === "list" ? outline.items : []));
}

/** Whether an operator of a criterion compares with a pattern. */
export function isRegex({ source }: OpenedFile, { start, end }: Outline): boolean {
  return /regex/i.test(source.text.slice(start, end));
}

/** What changes in a text; offsets are those of the text. */
type ChangesIn = (text: string) => Iterable<Replacement>;

/** Replaces names in scalars. Nothing of what is no scalar. */
export function inScalars(file: OpenedFile, outlines: Iterable<Outline>, changes: ChangesIn): readonly Replacement[] {
  const scalars = [...outlines].flatMap((each) => file.followed(each) ?? []).filter(({ kind }) => kind === "scalar");
  return inTexts(file, scalars, changes);
}

/** Replaces names in the keys of mappings. */
function inKeys(file: OpenedFile, outlines: readonly Outline[], changes: ChangesIn): readonly Replacement[] {
  const keys = outlines.flatMap((outline) => outlineEntries(outline).map(({ key }) => key));
  return inTexts(file, keys, changes);
}

function inTexts({ source }: OpenedFile, texts: readonly Stretch[], changes: ChangesIn): readonly Replacement[] {
  return texts.flatMap((each) => {
    const written = new WrittenText(source, each);
    return [...changes(written.text)].map(({ start, end, text }) => written.replaced(start, end, text));
  });
}

/** The values with an anchor, by its name, in the order of the file: a name can be given again. */
function anchorsIn({ text, root }: SourceText): ReadonlyMap<string, readonly Outline[]> {
  const found = new Map<string, Outline[]>();
  const visit = (outline: Outline, from: number): void => {
    const [, name] = ANCHOR.exec(text.slice(from, outline.start)) ?? [];
    if (name !== undefined) addTo(found, name, outline);
    let at = outline.start;
    const starts = outlineEntries(outline).map(({ key }) => key.end);
    for (const [index, value] of outlineParts(outline).entries()) {
      visit(value, starts[index] ?? at);
      at = value.end;
    }
  };
  if (root !== undefined) visit(root, 0);
  return found;
}

/** An anchor before a value, a tag or a line end between them. */
const ANCHOR = /&([^\s,[\]{}]+)(?:\s+(?:!\S*|#[^\n]*))*\s*$/;

export interface KeyInFile {
  /** Without prefixes. */
  readonly path: ParameterPath;
  /** The path of the value with which it is merged: of a key in a list that of the list. */
  readonly merged: ParameterPath;
  /** As written, with its prefix. */
  readonly name: string;
  readonly key: Stretch;
  readonly value: Outline;
}

interface KeyWalk {
  readonly path: ParameterPath;
  readonly prefixes: readonly string[];
  /** Whether prefixes are read below a key with one, too, as where another layer is merged onto it (rule M8). */
  readonly readsAll?: boolean;
  /** Inside a list: its path. */
  readonly list?: ParameterPath;
}

/** Every key in a value of a file, in the order written: aliases are followed, what is merged with `<<` counts as beside it. */
export function* keysIn(file: OpenedFile, written: Outline, walk: KeyWalk): Iterable<KeyInFile> {
  const outline = file.followed(written);
  const { path, prefixes } = walk;
  if (outline?.kind === "list") {
    const list = walk.list ?? path;
    for (const [index, item] of outline.items.entries()) {
      yield* keysIn(file, item, { path: [...path, String(index)], prefixes: [], list });
    }
  }
  for (const { key, name, value } of outlineEntries(outline)) {
    if (name === undefined) {
      if (file.source.text.slice(key.start, key.end) !== "<<") continue;
      const merged = file.followed(value);
      for (const each of merged?.kind === "list" ? merged.items : [value]) yield* keysIn(file, each, walk);
      continue;
    }
    const bare = bareKey(name, prefixes);
    const below = [...path, bare];
    yield { path: below, merged: walk.list ?? below, name, key, value };
    const isText = bare !== name && walk.readsAll !== true;
    yield* keysIn(file, value, { ...walk, path: below, ...(isText && { prefixes: [] }) });
  }
}

/** The texts at a key in contracts: the nodes that they are `for`, or the layers that may set a value (`set_in`). */
export function textsAt({ source: { root } }: OpenedFile, key: "for" | "set_in"): readonly Outline[] {
  return root === undefined ? [] : [...namingIn(root, key)];
}

/** The names of nodes whose values are expected. */
export function expectedNodes(file: OpenedFile): readonly Outline[] {
  return itemsOf(sectionsAt(file, "expect")).flatMap((each) => valuesAt(each, "node"));
}

/** Keys of a rule that are no paths. */
const NO_PATHS: ReadonlySet<string | undefined> = new Set(["message", "description", "level", "for"]);

/** Paths in contracts: the keys of `values`, and what rules and expectations name; the values beside them are none. */
export function contractPaths(file: OpenedFile, changes: ChangesIn): readonly Replacement[] {
  const rules = itemsOf(sectionsAt(file, "rules")).flatMap((rule) => {
    return outlineEntries(rule).flatMap(({ name, value }) => (NO_PATHS.has(name) ? [] : [value]));
  });
  const expected = itemsOf(sectionsAt(file, "expect")).flatMap((each) => valuesAt(each, "path"));
  const keyed = [...sectionsAt(file, "values"), ...rules];
  return [...inKeys(file, keyed, changes), ...inScalars(file, [...rules, ...itemsOf(rules), ...expected], changes)];
}

function* namingIn(outline: Outline, key: string): Iterable<Outline> {
  if (outline.kind === "list") for (const item of outline.items) yield* namingIn(item, key);
  for (const { name, value } of outlineEntries(outline)) {
    if (name !== key) yield* namingIn(value, key);
    else if (value.kind === "list") yield* value.items;
    else yield value;
  }
}
