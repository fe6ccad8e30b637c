import type { Stretch } from "../../model/values/origin.ts";
import type { Replacement, SourceText } from "./source-text.ts";

type Style = "plain" | "single" | "double" | "block";

const STYLES: ReadonlyMap<string, Style> = new Map([
  ["'", "single"],
  ['"', "double"],
  ["|", "block"],
  [">", "block"],
]);

/**
 * A scalar as it is written, character by character: where in the file each one is. Line ends and indentation count as
 * they are written, which is enough to find names: none goes over a line, but inside double quotes.
 */
export class WrittenText {
  readonly text: string;
  private readonly style: Style;
  /** Where the characters of a quoted scalar are; of any other, one follows the other. */
  private readonly starts: readonly number[] | undefined;
  private readonly whole: Stretch;

  constructor(source: Pick<SourceText, "text">, whole: Stretch) {
    const written = source.text.slice(whole.start, whole.end);
    this.style = STYLES.get(written.charAt(0)) ?? "plain";
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
