import { floatText } from "../../base/json-text.ts";
import type { ScalarValue } from "../../model/values/value.ts";

/** A scalar as one line of YAML 1.1 that PyYAML reads back as the same value of the same type. Never fails. */
export function scalarYaml(scalar: ScalarValue): string {
  const { type, data } = scalar;
  switch (type) {
    case "text":
      return textYaml(String(data));
    case "binary":
      return `!!binary ${BASE64.test(String(data)) ? String(data) : quoted(String(data))}`;
    case "float":
      return floatYaml(Number(data));
    case "int":
    case "bool":
    case "null":
    case "date":
    case "datetime":
      return String(data);
  }
}

/** Text as a YAML scalar: plain if PyYAML and YAML 1.2 read it as text, else in double quotes. */
export function textYaml(text: string): string {
  return isPlain(text) ? text : quoted(text);
}

/** The keys written so far: the same few are in every node. */
const keys = new Map<string, string>();
const MOST_KEYS = 10_000;

/** A text key, written as by {@link textYaml}. */
export function keyYaml(text: string): string {
  let written = keys.get(text);
  if (written === undefined) {
    written = textYaml(text);
    if (keys.size >= MOST_KEYS) keys.clear();
    keys.set(text, written);
  }
  return written;
}

/**
 * The lines of a text with line breaks as a literal block (header first), or undefined if a block cannot represent
 * exactly the same text: spaces at a line's end or before the first line, characters that YAML or terminals act on.
 */
export function literalBlock(text: string): readonly string[] | undefined {
  if (!text.includes("\n") || /^[ \t\n]/.test(text) || /[ \t]$/m.test(text)) return undefined;
  if (NOT_SHOWN.test(text.replaceAll(/[\n\t]/g, ""))) return undefined;
  const body = text.replace(/\n+$/, "");
  const ends = text.length - body.length;
  const header = ends === 0 ? "|-" : ends === 1 ? "|" : "|+";
  return [header, ...body.split("\n"), ...Array.from({ length: Math.max(0, ends - 1) }, () => "")];
}

const BASE64 = /^[A-Za-z0-9+/]+=*$/;

/**
 * Everything that `visible` would write out, so that YAML text does not change on its way to a terminal; and half
 * surrogates.
 */
const NOT_SHOWN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to find
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]|\p{Surrogate}/u;

/**
 * Text that YAML 1.1 or 1.2 parsers read as null, a boolean, a merge or value key, a number, or a time. `y` and `n` are
 * not among it: PyYAML reads them as text and writes them plain, though YAML 1.1 to the letter calls them booleans.
 */
const TYPED = [
  /^(?:~|null|yes|no|true|false|on|off|=|<<)$/i,
  /^[-+]?(?:0x[0-9a-f_]+|0b[01_]+|0o[0-7_]+)$/i,
  /^[-+]?(?:[0-9][0-9_]*\.?|\.)[0-9_]*(?:e[-+]?[0-9]+)?$/i,
  /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/,
  /^[-+]?\.(?:inf|nan)$/i,
  /^\d{4}-\d\d?-\d\d?(?:$|[Tt \t])/,
];

/** Delimiters that mean something at the start, inside or at the end of plain text. */
const SYNTAX = /^[,[\]{}#&*!|>'"%@`]|^[-?:](?:\s|$)|^---|^\.\.\.|:(?:\s|$)|\s#|^\s|\s$/;

/** Text that is always text unless it is one of a few words: most text is like that, and one test suffices. */
const NAME = /^[A-Za-z_/](?:[\w./-]| (?=[\w/]))*$/;
const LONGEST_WORD = 5;

function isPlain(text: string): boolean {
  if (text.length > LONGEST_WORD && NAME.test(text)) return true;
  if (text === "" || SYNTAX.test(text) || NOT_SHOWN.test(text)) return false;
  return !TYPED.some((pattern) => pattern.test(text));
}

function quoted(text: string): string {
  return Array.from(JSON.stringify(text), (character) => {
    if (!NOT_SHOWN.test(character)) return character;
    const digits = (character.codePointAt(0) ?? 0).toString(16);
    return digits.length > 4 ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
  }).join("");
}

/** PyYAML accepts an exponent only after a point. */
function floatYaml(data: number): string {
  if (Number.isNaN(data)) return ".nan";
  if (!Number.isFinite(data)) return data > 0 ? ".inf" : "-.inf";
  const text = floatText(data);
  return text.includes(".") ? text : text.replace("e", ".0e");
}
