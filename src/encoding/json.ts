import { AsciiText } from "../base/ascii-text.ts";
import { floatText, isoText, jsonString } from "../base/json-text.ts";
import type { MapEntry, ScalarValue, Value } from "../model/values/value.ts";
import { hasTextKey, keyText, SharedEntry, sortedItems, uniqueEntries } from "../model/values/value.ts";

/**
 * A value as JSON text on one line without spaces, or with `indent` spaces a level. Keys keep the order of the map,
 * whole numbers all digits, floats their point (`1.0`); text is not changed (no `\u`). Dates are ISO text, binary data
 * is base64 text, sets are sorted lists, infinities are text. Never fails.
 */
export function valueJson(value: Value, indent = 0): string {
  if (value.kind === "scalar") return scalarJson(value);
  writerOf(indent).value(value, "\n");
  return out.take();
}

/** A resolved value in a document. Its text is produced last, so that JSON keeps all digits and the order of keys. */
export class DataValue<Of extends Value = Value> {
  readonly value: Of;

  constructor(value: Of) {
    this.value = value;
  }
}

/** JSON text that is a part of a document: it is copied, so that numbers and the layout of its lines stay. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * A document laid out as by {@link valueJson}, terminal-safe: maps are objects, other iterables are lists, and undefined
 * members of objects are left out.
 */
export function documentJson(document: unknown, indent = 0): string {
  writerOf(indent).data(document, "\n");
  return out.take();
}

/** Whether an object is read item by item. */
export function isIterable(data: object): data is Iterable<unknown> {
  return Symbol.iterator in data;
}

/** A scalar as JSON text; see {@link floatText} and {@link isoText} for what JSON has no form for. Never fails. */
export function scalarJson(scalar: ScalarValue): string {
  const { data } = scalar;
  if (typeof data === "string") return jsonString(scalar.type === "datetime" ? isoText(data) : data);
  if (typeof data !== "number") return String(data);
  if (!Number.isFinite(data)) return JSON.stringify(floatText(data));
  return scalar.type === "float" ? floatText(data) : String(data);
}

/** Where all writers write: none is interrupted, so one is enough. */
const out = new AsciiText();

/** Writes values. `line` is a line end and the indentation of the line on which a value begins. */
class JsonWriter {
  private readonly step: string;
  private readonly remembers: boolean;

  /** `step` is the indentation of one level, empty for one line; `remembers`: whether entries remember their texts. */
  constructor(step: string, remembers = false) {
    this.step = step;
    this.remembers = remembers;
  }

  value(value: Value, line: string): void {
    switch (value.kind) {
      case "scalar":
        writeScalar(value);
        return;
      case "template":
        writeText(value.text);
        return;
      case "list":
        this.block(LIST, value.items, line, (item, inner) => this.value(item, inner));
        return;
      case "set":
        this.block(LIST, sortedItems(value), line, writeScalar);
        return;
      case "map":
        this.block(MAP, uniqueEntries(value), line, (entry, inner) => this.entry(entry, inner));
    }
  }

  data(data: unknown, line: string): void {
    if (typeof data === "string") writeText(data);
    else if (data instanceof DataValue) this.value(data.value, line);
    else if (data instanceof JsonText) out.text(data.text);
    else if (typeof data !== "object" || data === null) out.text(String(data));
    else if (data instanceof Map || !isIterable(data)) this.members(data, line);
    else this.block(LIST, data, line, (item, inner) => this.data(item, inner));
  }

  private members(data: object, line: string): void {
    const members = data instanceof Map ? data : Object.entries(data).filter(([, member]) => member !== undefined);
    this.block(MAP, members, line, ([name, member], inner) => {
      this.key(name);
      this.data(member, inner);
    });
  }

  private entry(entry: MapEntry, line: string): void {
    if (this.remembers && entry instanceof SharedEntry) out.text(entry.text("json", entryText));
    else this.member(entry, line);
  }

  member(entry: MapEntry, line: string): void {
    this.key(hasTextKey(entry) ? entry.key : keyText(entry));
    this.value(entry.value, line);
  }

  private key(key: string): void {
    writeText(key);
    out.character(COLON);
    if (this.step !== "") out.character(SPACE);
  }

  private block<Item>(
    brackets: Brackets,
    items: Iterable<Item>,
    line: string,
    write: (item: Item, line: string) => void,
  ): void {
    const inner = this.step === "" ? line : line + this.step;
    out.character(brackets.open);
    let isFirst = true;
    for (const item of items) {
      if (!isFirst) out.character(COMMA);
      if (this.step !== "") out.text(inner);
      isFirst = false;
      write(item, inner);
    }
    if (!isFirst && this.step !== "") out.text(line);
    out.character(brackets.close);
  }
}

/** By the codes of their characters. */
interface Brackets {
  readonly open: number;
  readonly close: number;
}

const compact = new JsonWriter("", true);

function writerOf(indent: number): JsonWriter {
  return indent === 0 ? compact : new JsonWriter(" ".repeat(indent));
}

/** Within an entry that remembers its text, entries do not remember theirs. */
const within = new JsonWriter("");

/** The text of an entry: written after the existing text, and taken back. */
function entryText(entry: MapEntry): string {
  const start = out.length;
  within.member(entry, "\n");
  return out.takeSince(start);
}

function writeScalar(scalar: ScalarValue): void {
  if (scalar.type === "text" && typeof scalar.data === "string") writeText(scalar.data);
  else out.text(scalarJson(scalar));
}

function writeText(text: string): void {
  out.character(QUOTE);
  if (out.ascii(text, QUOTE, BACKSLASH)) out.character(QUOTE);
  else out.text(jsonString(text).slice(1));
}

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LIST: Brackets = { open: 0x5b, close: 0x5d };
const MAP: Brackets = { open: 0x7b, close: 0x7d };

/** A document piece by piece: each item of one of its lists begins a line. */
export function* documentLines(document: object, list: string): Generator<string> {
  const { before, items, after } = parted(document, list);
  const lines = new DocumentLines();
  yield lines.begin(before, list);
  for (const item of items) yield lines.item(item);
  yield lines.end(after);
}

/** A document as JSON Lines: the members before a list, its items, those after. Without the last line it was cut. */
export function* documentRecords(document: object, list: string): Generator<string> {
  const { before, items, after } = parted(document, list);
  yield `${documentJson(before)}\n`;
  for (const item of items) yield `${documentJson(item)}\n`;
  yield `${documentJson(after)}\n`;
}

/** The pieces of {@link documentLines}, for a list whose items are found one by one. */
export class DocumentLines {
  private separator = "\n";

  /** The members before the list, at least one. */
  begin(members: object, list: string): string {
    return `${documentJson(members).slice(0, -1)},${documentJson(list)}:[`;
  }

  item(data: unknown): string {
    const text = this.separator + documentJson(data);
    this.separator = ",\n";
    return text;
  }

  /** The members after the list. Without any, the list ends on the line of its last item. */
  end(members: object): string {
    const rest = documentJson(members).slice(1);
    return rest === "}" ? "]}\n" : `\n],${rest}\n`;
  }
}

function parted(document: object, list: string) {
  const members = Object.entries(document);
  const at = members.findIndex(([name]) => name === list);
  const items: Iterable<unknown> = members[at]?.[1] ?? [];
  return { before: Object.fromEntries(members.slice(0, at)), items, after: Object.fromEntries(members.slice(at + 1)) };
}

/** The last member of the document of a share: which it is, and of what run. */
export interface ShareMark {
  /** From 1. */
  readonly index: number;
  readonly of: number;
  /** A digest of all that the answer of the whole run depends on. */
  readonly run: string;
}
