import { madeOnce } from "../../../base/made-once.ts";
import type { FileEdit, TextChange } from "../../../model/results/file-edit.ts";
import type { SourceFile, Stretch } from "../../../model/values/value.ts";
import { type Outline, outlineOf } from "../../../parse/yaml/outline.ts";

/** A change of a text: offsets count UTF-16 units, as those of spans do. */
export interface Replacement extends Stretch {
  readonly text: string;
}

/** Tells whether a part of a text has the character at an offset. */
export function isAround(at: number): (part: Stretch) => boolean {
  return ({ start, end }) => start <= at && at < end;
}

const BOM = "\ufeff";

/** The text of a file that is edited, where its parts are, and how its lines are written. */
export class SourceText {
  readonly path: string;
  /** Without a byte order mark. */
  readonly text: string;
  private readonly before: Uint8Array;
  private readonly marked: boolean;
  /** A text is parsed when its parts are first asked for: of many files only few are. */
  private readonly outline = madeOnce(() => ({ found: outlineOf(this.file) }));

  constructor(path: string, before: Uint8Array) {
    this.path = path;
    this.before = before;
    const whole = Buffer.from(before).toString();
    this.marked = whole.startsWith(BOM);
    this.text = this.marked ? whole.slice(BOM.length) : whole;
  }

  /** The outermost value; undefined for a file with nothing but comments. */
  get root(): Outline | undefined {
    return this.outline().found?.root;
  }

  get isYaml(): boolean {
    return this.outline().found !== undefined;
  }

  /** The text as a file to parse; its blob is no id of git. */
  get file(): SourceFile {
    return { path: this.path, blob: "edited-", text: this.text };
  }

  edit(changes: readonly Replacement[]): FileEdit {
    const { path, before } = this;
    return { path, before, changes: changes.map((change) => this.inBytes(change)) };
  }

  /** The text after changes, which must not overlap. */
  after(changes: readonly Replacement[]): string {
    return textAfter(this.text, changes);
  }

  /** The file after changes, which must not overlap. */
  edited(changes: readonly Replacement[]): SourceText {
    return new SourceText(this.path, Buffer.from((this.marked ? BOM : "") + this.after(changes)));
  }

  lineStart(offset: number): number {
    return this.text.lastIndexOf("\n", offset - 1) + 1;
  }

  /** The offset at which the line of an offset ends, before its line end. */
  lineEnd(offset: number): number {
    const end = this.text.indexOf("\n", offset);
    if (end === -1) return this.text.length;
    return end > offset && this.text[end - 1] === "\r" ? end - 1 : end;
  }

  /** The line end of the line of an offset; of the last line, that of the line before; a line feed in a text of one line. */
  newline(offset: number): string {
    const end = this.lineEnd(offset);
    const own = this.lineEndAt(end);
    return own === "" ? this.lineEndAt(this.lineEnd(Math.max(0, this.lineStart(offset) - 2))) || "\n" : own;
  }

  /** The line end at an offset; empty where none is. */
  lineEndAt(offset: number): string {
    return /^\r?\n/.exec(this.text.slice(offset, offset + 2))?.[0] ?? "";
  }

  /** Puts lines below the line that ends at an offset. */
  below(end: number, lines: string): Replacement {
    const [newline, own] = [this.newline(end), this.lineEndAt(end)];
    const at = end + own.length;
    return { start: at, end: at, text: own === "" ? newline + lines : lines + newline };
  }

  /** How many columns are before an offset in its line. */
  column(offset: number): number {
    return offset - this.lineStart(offset);
  }

  /** By how much nested mappings are indented: as the first one that is, else 2. */
  get step(): number {
    return (this.root && stepIn(this.root, this)) ?? DEFAULT_STEP;
  }

  private inBytes({ start, end, text }: Replacement): TextChange {
    const at = (offset: number) =>
      (this.marked ? Buffer.byteLength(BOM) : 0) + Buffer.byteLength(this.text.slice(0, offset));
    return { start: at(start), end: at(end), text };
  }
}

/** A text after changes, which must not overlap. */
export function textAfter(before: string, changes: readonly Replacement[]): string {
  let [text, at] = ["", 0];
  for (const change of changes.toSorted((one, other) => one.start - other.start)) {
    text += before.slice(at, change.start) + change.text;
    at = change.end;
  }
  return text + before.slice(at);
}

const DEFAULT_STEP = 2;

function stepIn(outline: Outline, text: SourceText): number | undefined {
  if (outline.kind === "list") return firstFound(outline.items, (item) => stepIn(item, text));
  if (outline.kind !== "map" || outline.flow) return undefined;
  return firstFound(outline.entries, ({ key, value }) => {
    const inner = value.kind === "map" && !value.flow ? value.entries[0] : undefined;
    const step = inner && text.column(inner.key.start) - text.column(key.start);
    return step !== undefined && step > 0 ? step : stepIn(value, text);
  });
}

/** What is found first among some items. */
export function firstFound<Of, Found>(items: Iterable<Of>, find: (item: Of) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

const WORD = /[\p{L}\p{N}_]/u;

/** Whether a character is a letter, a digit or `_`: next to one, a name is part of another word. */
export function isWordCharacter(character: string): boolean {
  return WORD.test(character);
}

/** Where a text holds a name that is not empty, and not as part of a longer word. */
export function* wordsIn(text: string, name: string): Generator<number, void> {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    if (!WORD.test(text.charAt(at - 1)) && !WORD.test(text.charAt(at + name.length))) yield at;
  }
}

export type FileWords = ReturnType<typeof fileWords>;

/** The text of a file, searched for names before it is parsed. */
export function fileWords(bytes: Uint8Array) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = madeOnce(() => buffer.toString());
  return {
    /** Whether the file can hold a name as a word; true if escapes, doubled quotes or line breaks could hide it. */
    mayHold(names: Iterable<string>): boolean {
      const all = [...names];
      if (all.some((name) => /['\s]/.test(name))) return true;
      if (buffer.includes("\\") && /\\(?:[xuU]|\r?\n)/.test(text())) return true;
      return all.some((name) => buffer.includes(name) && wordsIn(text(), name).next().done === false);
    },
    matches: (pattern: RegExp): boolean => pattern.test(text()),
  };
}

type Style = "plain" | "single" | "double" | "block";

const STYLES: Readonly<Record<string, Style>> = { "'": "single", '"': "double", "|": "block", ">": "block" };

/**
 * A scalar, and where each of its characters is in the file. Line ends and indentation count as they are written, which is
 * enough to find names: none goes over a line.
 */
export class WrittenText {
  readonly text: string;
  private readonly style: Style;
  /** Where the characters of a quoted scalar are; of any other, one follows the other. */
  private readonly starts: readonly number[] | undefined;
  private readonly whole: Stretch;

  constructor(source: Pick<SourceText, "text">, whole: Stretch) {
    const written = source.text.slice(whole.start, whole.end);
    this.style = STYLES[written.charAt(0)] ?? "plain";
    this.whole = whole;
    const units = unitsOf(written, this.style);
    this.text = units === undefined ? written : units.map(({ text }) => text).join("");
    const inside = units?.flatMap(({ text, start }) => [...Array(text.length)].map(() => whole.start + start));
    this.starts = inside && [...inside, whole.end - 1];
  }

  /** The place in the file of a character of the text. */
  at(offset: number): number {
    if (this.starts === undefined) return this.whole.start + offset;
    return this.starts[offset] ?? this.whole.end;
  }

  /** The text with another name from one character to another: the name alone is replaced, if the scalar stays text. */
  replaced(start: number, end: number, name: string): Replacement {
    const isAll = start === 0 && end === this.text.length;
    if (this.style === "plain" && !staysPlain(name, isAll)) {
      const text = this.text.slice(0, start) + name + this.text.slice(end);
      return { ...this.whole, text: JSON.stringify(text) };
    }
    return { start: this.at(start), end: this.at(end), text: encoded(name, this.style) };
  }
}

interface Unit {
  /** None for what is written and means nothing. */
  readonly text: string;
  readonly start: number;
}

/** The units of a quoted scalar; undefined for any other, which is written as it reads. */
function unitsOf(written: string, style: Style): readonly Unit[] | undefined {
  if (style === "single") return matches(written.slice(1, -1), /''|[\s\S]/g, (text) => (text === "''" ? "'" : text));
  if (style === "double") return matches(written.slice(1, -1), ESCAPED, unescaped);
  return undefined;
}

function matches(inner: string, pattern: RegExp, meaning: (text: string) => string): readonly Unit[] {
  return [...inner.matchAll(pattern)].map(({ 0: text, index }) => ({ text: meaning(text), start: index + 1 }));
}

const ESCAPED = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|\r?\n[ \t]*|[\s\S])|[\s\S]/g;

const SIMPLE: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  t: "\t",
  "\t": "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\x1b",
  N: "\x85",
  _: "\xa0",
  L: "\u2028",
  P: "\u2029",
};

function unescaped(text: string): string {
  if (!text.startsWith("\\")) return text;
  const rest = text.slice(1);
  if (/^\r?\n/.test(rest)) return "";
  if (!/^[xuU]./.test(rest)) return SIMPLE[rest] ?? rest;
  const code = Number.parseInt(rest.slice(1), 16);
  return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : "\ufffd";
}

const LAST_CODE_POINT = 0x10ffff;

function encoded(name: string, style: Style): string {
  if (style === "single") return name.replaceAll("'", "''");
  return style === "double" ? JSON.stringify(name).slice(1, -1) : name;
}

/** Words of YAML 1.1 that PyYAML reads as no text, numbers and dates. */
const NO_TEXT = /^(?:yes|no|on|off|true|false|null|[-+]?\.?\d.*|\.(?:inf|nan)?)$/i;

function staysPlain(name: string, isAll: boolean): boolean {
  return /^[\p{L}\p{N}_.][\p{L}\p{N}_.@/+-]*$/u.test(name) && !(isAll && NO_TEXT.test(name));
}
