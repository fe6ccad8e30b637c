import { floatText } from "../../base/json-text.ts";
import type { Hop, MapEntry, ScalarValue, Value } from "../../model/values/value.ts";
import { SharedEntry, sortedItems } from "../../model/values/value.ts";

/** One line of YAML, cut where the value begins. */
export interface YamlLine {
  /** Indentation, dashes and key. */
  readonly head: string;
  /** The rest, with its leading space. */
  readonly tail: string;
  /** The value that begins on this line, where it is a leaf or came through a reference. */
  readonly value?: Value;
}

/**
 * A value as YAML 1.1 in block style, one line per scalar; multi-line text as literal blocks if they represent it
 * exactly. PyYAML reads the same value back: text that looks like another type is quoted, floats keep their point.
 * `depth` levels of indentation come before all lines.
 */
export function valueYaml(value: Value, depth = 0): string {
  let text = "";
  const add: Take = (head, tail) => {
    text += `${head}${tail}\n`;
  };
  const writer = new YamlWriter(add, (entry, indent) => {
    text += entry.text(indent, entryYaml);
  });
  writer.root(value, depth);
  return text;
}

function entryYaml(entry: MapEntry, indent: string): string {
  let text = "";
  const writer = new YamlWriter((head, tail) => {
    text += `${head}${tail}\n`;
  });
  writer.entry(entry, { head: indent, indent });
  return text;
}

/** The lines of {@link valueYaml}, each with the value it shows. */
export function yamlLines(value: Value, depth = 0): readonly YamlLine[] {
  const lines: YamlLine[] = [];
  const writer = new YamlWriter((head, tail, shown) => {
    lines.push({ head, tail, value: shown });
  });
  writer.root(value, depth);
  return lines;
}

/** The reference through which a value came, if any. */
export function hopOf(value: Value): Hop | undefined {
  return value.kind === "template" ? undefined : value.via;
}

const STEP = "  ";
/** Parsers look no further than 1024 characters for the end of a key; a longer key gets a line of its own. */
const LONG_KEY = 200;

/** A value that needs lines of its own below its key. */
function isBlock(value: Value): boolean {
  switch (value.kind) {
    case "scalar":
    case "template":
      return false;
    case "list":
    case "set":
      return value.items.length > 0;
    case "map":
      return value.entries.length > 0;
  }
}

/** Takes a line, cut where the value begins, with the value it shows. */
type Take = (head: string, tail: string, value?: Value) => void;

type TakeShared = (entry: SharedEntry, indent: string) => void;

/** The text before a value on its line, and the indentation of that line. */
interface Place {
  readonly head: string;
  readonly indent: string;
}

class YamlWriter {
  private readonly take: Take;
  private readonly takeShared: TakeShared | undefined;

  /** With `takeShared`, entries that many nodes can share are passed to it as a whole if they begin a line. */
  constructor(take: Take, takeShared?: TakeShared) {
    this.take = take;
    this.takeShared = takeShared;
  }

  root(value: Value, depth: number): void {
    const indent = STEP.repeat(depth);
    if (isBlock(value)) this.block(value, { head: indent, indent });
    // Without a key, it begins in the column of a key.
    else this.leaf(value, { head: indent, indent }, "");
  }

  /** `head` is the text before the first line: the indentation, or the dash of an item. */
  private block(value: Value, { head, indent }: Place): void {
    let before = head;
    switch (value.kind) {
      case "scalar":
      case "template":
        return;
      case "list":
        for (const item of value.items) {
          this.item(item, { head: before, indent });
          before = indent;
        }
        return;
      case "set":
        for (const item of sortedItems(value)) {
          this.take(`${before}?`, ` ${scalarYaml(item)}`, item);
          before = indent;
        }
        return;
      case "map":
        for (const entry of value.entries) {
          if (this.takeShared !== undefined && entry instanceof SharedEntry && before === indent)
            this.takeShared(entry, indent);
          else this.entry(entry, { head: before, indent });
          before = indent;
        }
    }
  }

  entry({ key: text, keyNode, value }: MapEntry, { head, indent }: Place): void {
    const key = keyNode.type === "text" ? textYaml(text) : scalarYaml(keyNode);
    if (key.length > LONG_KEY) {
      this.take(`${head}? ${key}`, "");
      this.below(value, { head: `${indent}:`, indent });
    } else this.below(value, { head: `${head}${key}:`, indent });
  }

  /** The first line of an item follows its dash. */
  private item(item: Value, { head, indent }: Place): void {
    if (!isBlock(item) || item.kind === "set") this.below(item, { head: `${head}-`, indent });
    else this.block(item, { head: `${head}- `, indent: indent + STEP });
  }

  private below(value: Value, place: Place): void {
    if (!isBlock(value)) {
      this.leaf(value, place);
      return;
    }
    const indent = place.indent + STEP;
    this.take(place.head, value.kind === "set" ? " !!set" : "", hopOf(value) === undefined ? undefined : value);
    this.block(value, { head: indent, indent });
  }

  private leaf(value: Value, { head, indent }: Place, gap: " " | "" = " "): void {
    const block = value.kind === "scalar" && value.type === "text" ? literalBlock(String(value.data)) : undefined;
    if (block === undefined) {
      this.take(head, gap + leafText(value), value);
      return;
    }
    const [header, ...body] = block;
    this.take(head, `${gap}${header}`, value);
    for (const line of body) this.take("", line === "" ? "" : `${indent}${STEP}${line}`);
  }
}

function leafText(value: Value): string {
  switch (value.kind) {
    case "scalar":
      return scalarYaml(value);
    case "template":
      return textYaml(value.text);
    case "list":
      return "[]";
    case "map":
      return "{}";
    case "set":
      return "!!set {}";
  }
}

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

/**
 * The lines of a text with line breaks as a literal block (header first), or undefined if a block cannot represent
 * exactly the same text: spaces at a line's end or before the first line, characters that YAML or terminals act on.
 */
function literalBlock(text: string): readonly string[] | undefined {
  if (!text.includes("\n") || /^[ \t\n]/.test(text) || /[ \t]$/m.test(text)) return undefined;
  if (NOT_SHOWN.test(text.replaceAll(/[\n\t]/g, ""))) return undefined;
  const body = text.replace(/\n+$/, "");
  const ends = text.length - body.length;
  const header = ends === 0 ? "|-" : ends === 1 ? "|" : "|+";
  return [header, ...body.split("\n"), ...Array.from({ length: Math.max(0, ends - 1) }, () => "")];
}

const BASE64 = /^[A-Za-z0-9+/]+=*$/;

/**
 * Everything that `terminalSafe` would write out, so that YAML text does not change on its way to a terminal; and half
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
