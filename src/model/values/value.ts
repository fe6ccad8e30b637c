import { floatText } from "../../base/json-text.ts";
import { firstThat } from "../../base/path-lines.ts";
import { compareText } from "../../base/text-order.ts";
import { kept } from "../../speed/kept.ts";
import type { Place } from "./place.ts";
import type { Query, QueryFault } from "./query.ts";

/**
 * A value with its origin, immutable and shared by nodes and snapshots. Definitions hold all five kinds, a resolved
 * tree no templates. Types are those of PyYAML (YAML 1.1): `data` of a `date`, `datetime` or `binary` scalar is what
 * Python prints for it (base64 for `binary`).
 */
export type Value = ScalarValue | TemplateValue | ListValue | MapValue | SetValue;

export type ScalarType = "text" | "int" | "float" | "bool" | "null" | "date" | "datetime" | "binary";

export interface ScalarValue {
  readonly kind: "scalar";
  readonly type: ScalarType;
  /** int: number, or bigint beyond 2^53. float: number. bool: boolean. null: null. All others: string. */
  readonly data: string | number | bigint | boolean | null;
  readonly origin: Span;
  /** Set on a resolved value that a reference brought in; `origin` is then the place of the reference. */
  readonly via?: Hop;
  /** It replaces a secret; see `masked`. */
  readonly secret?: true;
}

/** One step through a reference: its text as written, and the place of its target. */
export interface Hop {
  readonly reference: string;
  readonly target: Span;
}

/** Text with references or queries, split into its parts. */
export interface TemplateValue {
  readonly kind: "template";
  readonly text: string;
  readonly parts: readonly TemplatePart[];
  readonly origin: Span;
}

export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  /** `${...}`: the path is text and further references. */
  | { readonly kind: "reference"; readonly path: readonly TemplatePart[]; readonly source: string }
  /** `$[...]`: an inventory query. */
  | { readonly kind: "query"; readonly query: Query; readonly source: string }
  /** The text could not be split; `fault` says why. Always the only part. */
  | { readonly kind: "fault"; readonly code: QueryFault["code"] | "reference-limit"; readonly fault: string };

export interface ListValue {
  readonly kind: "list";
  readonly items: readonly Value[];
  readonly origin: Span;
  readonly via?: Hop;
  /** It holds no template and no key with a prefix, so the merge uses it as it is. */
  readonly plain: boolean;
  /** A pair of `!!omap` or `!!pairs`: Python prints it with round brackets. */
  readonly tuple?: true;
  /** A list of names: each is its own key in paths. */
  readonly names?: true;
}

export interface MapValue {
  readonly kind: "map";
  readonly entries: readonly MapEntry[];
  readonly origin: Span;
  readonly via?: Hop;
  /** As in {@link ListValue}. */
  readonly plain: boolean;
}

export interface MapEntry {
  /** The key as Python's `str` prints it. */
  readonly key: string;
  /** The key as written, with its own type and place. */
  readonly keyNode: ScalarValue;
  readonly value: Value;
}

/** A `!!set`: items in the order written. It is merged like a scalar. */
export interface SetValue {
  readonly kind: "set";
  readonly items: readonly ScalarValue[];
  readonly origin: Span;
  readonly via?: Hop;
}

const indexOf = kept("shared", ({ entries }: MapValue) => new Map(entries.map((entry) => [entry.key, entry])));
const SMALL = 8;

/** The entry of a mapping for a text key, or undefined. Of entries with equal text the last counts. */
export function entryOf(map: MapValue, key: string): MapEntry | undefined {
  const { entries } = map;
  if (entries.length <= SMALL) {
    // A loop takes a third of the time of a search with a function, for what is called most of all.
    for (let at = entries.length - 1; at >= 0; at -= 1) if (entries[at]?.key === key) return entries[at];
    return undefined;
  }
  return indexOf(map).get(key);
}

/** Whether there is a value, and it is a mapping. */
export function isMap(value: Value | undefined): value is MapValue {
  return value?.kind === "map";
}

/** Whether no reference is in a value. */
export function isPlain(value: Value): boolean {
  return value.kind === "list" || value.kind === "map" ? value.plain : value.kind !== "template";
}

/** Whether two values are the same scalar, its type included. */
export function isSameScalar(one: Value, other: Value): boolean {
  return one.kind === "scalar" && other.kind === "scalar" && one.type === other.type && one.data === other.data;
}

/** Whether two values read the same, and only their types differ. */
export function isRetyped(before: Value, after: Value): boolean {
  if (before.kind !== "scalar" || after.kind !== "scalar") return false;
  return before.type !== after.type && String(before.data) === String(after.data);
}

/** Whether a value is null, however it is written. */
export function isNull(value: Value): boolean {
  return value.kind === "scalar" && value.type === "null";
}

/** A null for a missing value. */
export function nullValue(origin: Span): ScalarValue {
  return { kind: "scalar", type: "null", data: null, origin };
}

/** A mapping that heir itself makes; a key is placed where its own place says, else where its value is. */
export function mappingOf(members: readonly (readonly [string, Value, Span?])[], origin: Span): MapValue {
  const entries = members.map(([key, value, place = value.origin]) => ({ key, keyNode: textValue(key, place), value }));
  return { kind: "map", entries, origin, plain: true };
}

/** A text scalar, for keys and values that heir itself adds. */
export function textValue(data: string, origin: Span): ScalarValue {
  return { kind: "scalar", type: "text", data, origin };
}

/** One version of one file: the text that spans point into. Files with equal bytes have the same blob id. */
export interface SourceFile {
  /** Path from the top of the snapshot, with forward slashes. */
  readonly path: string;
  /** Where git lists the content, if that is another path: `path` is then that of a link. */
  readonly target?: string;
  /** Git blob id of the bytes. */
  readonly blob: string;
  readonly text: string;
  /** The result of an earlier reading; undefined if nothing is kept. */
  readonly kept?: KeptReading;
  /** Ranges that are not shown where lines of the file are quoted. */
  readonly hidden?: readonly Stretch[];
  /** For a copy with such stretches: the file as it was read. */
  readonly original?: SourceFile;
}

/** The parsed content of a file, in the form of `parse/yaml/record.ts`. */
export interface KeptReading {
  /** Undefined if there is none yet, empty if none can be made. */
  record(): string | undefined;
  keep(record: string): void;
}

/** `start` inclusive, `end` exclusive, in UTF-16 units. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A range of one file, in units of `file.text`. */
export interface Span extends Stretch {
  readonly file: SourceFile;
}

/** The beginning of a file, for what has no place of its own in it. */
export function startOf(file: SourceFile): Span {
  return { file, start: 0, end: 0 };
}

/** A text that is equal for spans with the same beginning. */
export function spanKey(span: Span | undefined): string {
  return span === undefined ? "" : `${span.file.path}:${span.start}`;
}

interface Lines {
  readonly starts: readonly number[];
  /** Whether each character is one UTF-16 unit. */
  readonly isNarrow: boolean;
}

/** File, line and column at which a span begins. Never fails: an offset past the end is on the last line. */
export function placeOf(span: Span): Place {
  const { starts, isNarrow } = linesIn(span.file);
  const line = lineAt(starts, span.start);
  const before = span.file.text.slice(starts[line - 1] ?? 0, span.start);
  const column = (isNarrow ? before.length : characters(before)) + 1;
  return { file: span.file.target ?? span.file.path, line, column };
}

/** `file:line:column`, the form that terminals and editors can open. */
export function placeText(place: Place): string {
  return `${place.file}:${place.line}:${place.column}`;
}

/** Data as a text in which a file is its path: equal for equal data of one state. Throws what JSON does. */
export function textByPaths(data: object): string {
  return JSON.stringify(data, (key, member) => (key === "file" ? member.path : member));
}

/** `file:line:column`. */
export function exactPlace(span: Span): string {
  return placeText(placeOf(span));
}

/** `file:line`; empty without a place. */
export function spanPlace(span: Span | undefined): string {
  if (span === undefined) return "";
  const { file, line } = placeOf(span);
  return `${file}:${line}`;
}

/** The text of one line (counted from 1) without its line end; empty if there is no such line. */
export function lineText(file: SourceFile, line: number): string {
  const { starts } = linesIn(file);
  const start = starts[line - 1];
  if (start === undefined) return "";
  return file.text.slice(start, starts[line] ?? file.text.length).replace(/\r?\n$/, "");
}

/** The offset of the beginning of a line (counted from 1); the end of the text if there is no such line. */
export function lineStartOf(file: SourceFile, line: number): number {
  return linesIn(file).starts[line - 1] ?? file.text.length;
}

const linesIn = kept("shared", ({ text }: SourceFile): Lines => {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return { starts, isNarrow: !/[\ud800-\udfff]/.test(text) };
});

/** The line that an offset is in: the first one begins at 0. */
function lineAt(starts: readonly number[], offset: number): number {
  const line = firstThat(starts.length, (at) => (starts[at] ?? 0) > offset);
  return Math.max(1, line);
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * An object that caches one text made from it, for writers that meet it many times. A field, because a WeakMap takes 3
 * to 5 % more processor time (`heir inventory` of 1,000 nodes), and making each text again takes 12 to 16 %.
 */
export class TextMemo {
  #form: string | undefined;
  #text = "";

  /** The text in a form: made by the first call, and cached until a call asks for another form. */
  text(form: string, make: (owner: this, form: string) => string): string {
    if (this.#form !== form) {
      this.#text = make(this, form);
      this.#form = form;
    }
    return this.#text;
  }
}

/**
 * The key of an entry as text, equal for equal keys. Merged keys are text already; inside lists they keep their type:
 * `true`, `null`, `1`, `1.0`, as Python's json module writes them.
 */
export function keyText(entry: MapEntry): string {
  const { keyNode } = entry;
  if (keyNode.type === "text" || keyNode.type === "binary") return entry.key;
  if (typeof keyNode.data === "string") return keyNode.data;
  return typeof keyNode.data === "number" && keyNode.type === "float" ? floatText(keyNode.data) : String(keyNode.data);
}

/** The entries of a mapping, each key text once: of equal ones the last counts, as in `entryOf`. */
export function uniqueEntries(map: MapValue): readonly MapEntry[] {
  if (map.entries.every(hasTextKey)) return map.entries;
  const last = new Map(map.entries.map((entry) => [keyText(entry), entry]));
  return last.size === map.entries.length ? map.entries : [...last.values()];
}

/** Whether the key of an entry is text: then no other entry of its mapping has the same key. */
export function hasTextKey(entry: MapEntry): boolean {
  return entry instanceof SharedEntry ? entry.hasTextKey : entry.keyNode.type === "text";
}

/** The items of a set in the order of output: by their text. */
export function sortedItems(set: SetValue): readonly ScalarValue[] {
  return [...set.items].sort(
    (left, right) => compareText(String(left.data), String(right.data)) || compareText(left.type, right.type),
  );
}

/** An entry that many nodes can have: an entry of a definition, or its resolved form on several nodes. */
export class SharedEntry extends TextMemo implements MapEntry {
  readonly key: string;
  readonly keyNode: ScalarValue;
  readonly value: Value;
  /** Whether the key is text as written. */
  readonly hasTextKey: boolean;
  readonly isResolved: boolean;
  #latest: SharedEntry | undefined;

  constructor(key: string, keyNode: ScalarValue, value: Value) {
    super();
    this.key = key;
    this.keyNode = keyNode;
    this.value = value;
    this.hasTextKey = keyNode.type === "text";
    this.isResolved = isPlain(value);
  }

  /** The same key with its resolved value. The last entry is reused if it has the same value. */
  with(value: Value): SharedEntry {
    if (this.#latest?.value !== value) this.#latest = new SharedEntry(this.key, this.keyNode, value);
    return this.#latest;
  }
}
