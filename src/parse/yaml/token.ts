import type { Report } from "../../model/findings/diagnostic.ts";
import type { TextSyntax } from "../../model/inventory/definition.ts";
import type { Stretch } from "../../model/values/value.ts";
import { coreScalar } from "./core-scalar.ts";
import type { YamlFault } from "./fault.ts";
import { foldedText, lineFeeds } from "./folding.ts";
import { plainScalar, type ScalarReading } from "./scalar.ts";
import { taggedScalar } from "./tag.ts";

export interface YamlOptions {
  /** How text scalars are split into templates, and which keys have no prefix. */
  readonly syntax: TextSyntax;
  readonly report: Report;
  /** How plain scalars and `<<` are read: as PyYAML does, unless it is "1.2". */
  readonly version?: "1.2" | undefined;
}

export interface ScalarToken {
  /** Its text without quotes, escapes and line folding. */
  readonly source?: string;
  /** `PLAIN`, `QUOTE_SINGLE`, `QUOTE_DOUBLE`, `BLOCK_LITERAL` or `BLOCK_FOLDED`. */
  readonly type?: string;
  readonly tag?: string;
  /** Its start and end. */
  readonly range?: readonly [number, number, number] | null | undefined;
}

/** A scalar as PyYAML reads it, or by YAML 1.2. A plain `=` is an ordinary key, but invalid as a value of PyYAML. */
export function readToken(
  token: ScalarToken,
  text: string,
  { isKey, version }: Pick<YamlOptions, "version"> & { readonly isKey: boolean },
): ScalarReading {
  const { tag, type, range } = token;
  const source = sourceOf(token, text);
  if (typeof source !== "string") return source;
  if (version === "1.2" && type === "PLAIN" && tag === undefined) return coreScalar(source);
  if (isKey && (tag === VALUE_TAG || (tag === undefined && source === "="))) return { type: "text", data: source };
  if (tag !== undefined) return taggedScalar(tag, source, range?.[0] !== range?.[1]);
  return type === "PLAIN" ? plainScalar(source) : { type: "text", data: source };
}

const VALUE_TAG = "tag:yaml.org,2002:value";

/** The fault of a key that only PyYAML refuses; `mapping` is where its mapping begins: at the key if in brackets. */
export function keyFault(
  { type, tag }: ScalarToken,
  text: string,
  { origin, mapping }: { readonly origin: Stretch; readonly mapping?: number | undefined },
): YamlFault | undefined {
  if (tag !== undefined) return undefined;
  const { start, end } = origin;
  if (start === end) {
    if (!isExplicit(text, start)) return { fault: "a key is missing before this colon", hint: KEY };
    return start === mapping ? { fault: "a key is missing after this question mark", hint: KEY } : undefined;
  }
  const written = text.slice(start, colonAfter(text, end) ?? start);
  const isLong = written.length > LONGEST_KEY;
  if ((isLong || LINE_END.test(written)) && !isExplicit(text, start)) return isLong ? TOO_LONG : MANY_LINES;
  if (type !== "PLAIN" || text[end] !== ":" || !FLOW.has(text[end + 1] ?? "")) return undefined;
  return { fault: "a space is missing after the colon", hint: "write key: value" };
}

const KEY = 'write "" for an empty key';
const LINE_END = /[\r\n\x85\u2028\u2029]/;
const LONGEST_KEY = 1024;
const TOO_LONG: YamlFault = { fault: "a key is longer than 1024 characters" };
const MANY_LINES: YamlFault = {
  fault: "a key must be on one line",
  hint: "check that the line before ends with a comma",
};
const FLOW = new Set([",", "[", "]", "{", "}", "?"]);

function colonAfter(text: string, end: number): number | undefined {
  NEXT.lastIndex = end;
  return NEXT.test(text) ? NEXT.lastIndex - 1 : undefined;
}

const NEXT = /\s*:/y;

/** Whether the key is after a `?`. */
function isExplicit(text: string, start: number): boolean {
  return /\?(?:\s|#[^\n]*\n)*$/.test(text.slice(Math.max(0, start - 1000), start));
}

/** The text of a scalar, or the fault that PyYAML finds in it and the library does not. */
function sourceOf({ source = "", type, range }: ScalarToken, text: string): string | YamlFault {
  if (!range) return source;
  const [start, end] = range;
  const written = text.slice(start, end);
  const kept = foldedText(written, type, source);
  if (type === "QUOTE_SINGLE" || type === "QUOTE_DOUBLE") return quotedFault(text, start, end) ?? kept ?? source;
  if (type === "PLAIN") return kept ?? source;
  if (TAB_FIRST.test(lineFeeds(written))) return { fault: "a tab is used for indentation", hint: "use spaces" };
  return kept ?? (isCutShort(text, end) ? source.replace(/\n$/, "") : source);
}

/** Literal or folded text whose first line is indented with a tab. */
const TAB_FIRST = /^[|>][-+]?(?:[ \t]+#.*|[ \t]*)\r?\n(?: *\r?\n)* *\t/;

function quotedFault(text: string, start: number, end: number): YamlFault | undefined {
  if (end === text.length && !isClosed(text.slice(start, end))) {
    return { fault: "a quote is not closed", hint: "add the closing quote" };
  }
  const isHalf = text[start] === '"' && SURROGATE.test(text.slice(start, end));
  return isHalf ? { fault: "an escape is half of a surrogate pair", hint: "write the character itself" } : undefined;
}

const SURROGATE = /[^\\](?:\\\\)*\\(?:u|U0000)[dD][89a-fA-F]/;

/** Whether a quoted token at the end of the file ends with a closing quote, not an escaped one. */
function isClosed(token: string): boolean {
  if (token.startsWith('"')) return !/[^\\](?:\\\\)*\\"$/s.test(token);
  const quotes = /'+$/.exec(token)?.[0].length ?? 0;
  return quotes % 2 === (quotes === token.length ? 0 : 1);
}

/** Whether literal or folded text ends with the file, without a line end: PyYAML then adds none. */
function isCutShort(text: string, end: number): boolean {
  return end === text.length && !/[\n\r\x85\u2028\u2029]$/.test(text);
}
