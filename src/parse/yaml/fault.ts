import { type Diagnostic, finding } from "../../model/findings/diagnostic.ts";
import type { SourceFile, Span } from "../../model/values/value.ts";
import { TOO_DEEP, TOO_MANY_DOCUMENTS } from "./bounds.ts";
import { type LibraryFault, openBracketBefore } from "./lexemes.ts";

export interface YamlFault {
  readonly fault: string;
  readonly hint?: string;
}

/** An error of the YAML library as a diagnostic, in the words of YAML users. */
export function libraryFault(error: LibraryFault, file: SourceFile): Diagnostic {
  const span = { file, ...placeOf(error, file.text) };
  const { start } = span;
  if (error.code === "RESOURCE_EXHAUSTION") {
    return limitReport(error.message === TOO_MANY_DOCUMENTS ? TOO_MANY_DOCUMENTS : TOO_DEEP, span);
  }
  if (/^\$[[{]/.test(file.text.slice(start - 1, start + 1))) {
    return faultReport(REFERENCE, { ...span, start: start - 1 });
  }
  const [, fault = error.message, hint] = PHRASES.find(([pattern]) => pattern.test(error.message)) ?? [];
  return faultReport({ fault, hint }, span);
}

const REFERENCE: YamlFault = { fault: "a reference inside brackets needs quotes", hint: 'write "${...}"' };

/** The place of a fault: an unclosed quote begins at the quote, and an unclosed bracket is the bracket. */
function placeOf({ message, pos }: LibraryFault, text: string): Pick<Span, "start" | "end"> {
  const missed = Math.min(pos[0], text.length);
  const kind = message.endsWith("}") ? "{" : "[";
  const bracket = UNCLOSED.test(message) ? openBracketBefore(text, missed, kind) : undefined;
  if (bracket !== undefined) return { start: bracket, end: bracket + 1 };
  const quote = /^Missing closing (['"])/.exec(message)?.[1];
  const start = quote === undefined ? missed : Math.max(0, text.lastIndexOf(quote, missed - 1));
  return { start, end: Math.max(start, Math.min(pos[1], text.length)) };
}

const UNCLOSED = /must be sufficiently indented|must end with a/;

/** A fault of syntax or meaning, at its place. */
export function faultReport({ fault, hint }: YamlFault, span: Span): Diagnostic {
  return finding("yaml-syntax", span, fault, { hint });
}

/** Text from a file for use in a message: on one line, and cut if it is long. */
export function excerpt(text: string): string {
  const start = text.slice(0, LONGEST_EXCERPT).replace(/\s+/g, " ");
  return text.length > LONGEST_EXCERPT ? `${start}...` : start;
}

const LONGEST_EXCERPT = 60;

/** The file exceeds a bound, at its place. */
export function limitReport(message: string, span: Span): Diagnostic {
  return finding("yaml-limit", span, message);
}

const QUOTE = "put the text in quotes";
const NESTED = 'quote the value, or remove ": "; if the next line is a key, check its indentation';
const CLOSE = "add the closing quote";
const COMMAS = "separate items with commas, and put text in quotes";
const BRACKETS = "close the bracket, or put the text in quotes if no list or mapping is meant";

/** The message of the library, the message of heir, and a hint. The first match counts. */
const PHRASES: readonly (readonly [RegExp, string, string?])[] = [
  [/^Missing closing 'quote/, "a single quote is not closed", CLOSE],
  [/^Missing closing "quote/, "a double quote is not closed", CLOSE],
  [/^Nested mappings are not allowed/, "mapping values are not allowed here", NESTED],
  [/^All mapping items must start/, "the keys of a mapping must start in the same column", "align the keys"],
  [/^All sequence items must start/, "the items of a list must start in the same column", "align the items"],
  [/^Implicit map keys need to be followed/, "a line of a mapping has no colon", "write key: value"],
  [/^Implicit keys .*single line/, "a key must be on one line", "check that the line before has a colon"],
  [/^Tabs are not allowed/, "a tab is used for indentation", "use spaces"],
  [/^Plain value cannot start with .* (\S+)$/, "text cannot start with this character", QUOTE],
  [
    /^Invalid escape sequence/,
    "there is no such escape in double quotes",
    "write \\\\ for a backslash, or use single quotes",
  ],
  [UNCLOSED, "an opening bracket is not closed", BRACKETS],
  [/^Missing , (or : )?between/, "a comma is missing", COMMAS],
  [/^Missing space after :/, "a space is missing after the colon", "write key: value"],
  [/^Unexpected , in|^Unexpected empty item/, "an item is missing before this comma", "delete the comma"],
  [/^Unexpected flow-(seq|map)-end/, "there is no opening bracket for this one", QUOTE],
  [/^Unexpected scalar at node end/, "unexpected text after the value", "put the whole value in quotes"],
  [/^Unexpected scalar/, "unexpected text", "check indentation and quotes"],
  [
    /^Unexpected block-seq-ind on same line/,
    "a list cannot start on the line of its key",
    "start the list on the next line",
  ],
  [/^A block sequence may not be used as/, "a key is expected here, not a list", "check the indentation"],
  [
    /^Block collections are not allowed/,
    "a block list or mapping is not allowed inside brackets",
    "use [...] or {...} inside brackets",
  ],
  [/^Comments must be separated/, "a comment needs a space before its #", "add a space before the #"],
  [/^Tags and anchors must be separated/, "a tag or anchor needs a space after it", "add a space"],
  [/^Missing newline after block sequence props/, "a list must start on the line after its tag or anchor"],
  [/^Block scalar lines must not be less/, "a line of the text block is indented less than its first line"],
  [
    /^Block scalars with more-indented/,
    "an empty line before the text block is longer than its indentation",
    "delete its spaces",
  ],
  [/^Block scalar values in collections/, "a text block must be indented"],
  [
    /^Block scalar header|^Unexpected block-scalar|^Not a YAML token: [|>]/,
    "the header of a text block cannot be read",
    "write |, |-, |+, >, >- or >+",
  ],
  [/^An alias node must not/, "an alias cannot have a tag or an anchor"],
  [/^(Alias|Anchor) cannot be an empty/, "an alias or anchor has no name", "put the text in quotes if none is meant"],
  [/^A node can have at most one (anchor|tag)/, "a value has two tags or two anchors"],
  [/^Anchors and tags must be after/, "a tag or anchor must follow the - or : of its value"],
  [/^Second document/, "a second document begins here", "keep one document in a file"],
  [/^Missing directives-end/, "the line --- is missing after the directives"],
  [
    /^%|^Unsupported YAML version|^Unknown directive/,
    "there is no such directive",
    "delete the line; only %YAML 1.1 and %TAG are known",
  ],
  [/^Repeated directive/, "the directive is there twice", "delete one of them"],
  [/^Byte order mark/, "a byte order mark is not the first character of the file", "delete it"],
  [/^The : indicator must be at most 1024/, "a key is longer than 1024 characters"],
  [/^Unexpected doc-end/, "a document ends before it begins", "delete the line ..."],
  [/tag/i, "the tag cannot be read"],
  [/^Unexpected /, "unexpected token", "check indentation and quotes"],
];
