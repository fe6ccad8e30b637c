import { CST } from "yaml";

/** A line end of YAML 1.1. */
const LINE_END = /(\r\n|[\r\n\x85\u2028\u2029])/;

/** The line ends that stay in a text when its lines are folded. */
const KEPT = /[\u2028\u2029]/;

/**
 * The text of a scalar with line ends that folding keeps: U+2028, U+2029. Others become line feeds. Undefined without
 * them. `written` is as in the file, `type` the library's style, `source` what the library read with line feeds.
 */
export function foldedText(written: string, type: string | undefined, source: string): string | undefined {
  if (!KEPT.test(written)) return undefined;
  switch (type) {
    case "BLOCK_LITERAL":
    case "BLOCK_FOLDED":
      return blockText(written, source);
    case "QUOTE_SINGLE":
      return withoutFolds(written).slice(1, -1).replaceAll("''", "'");
    case "QUOTE_DOUBLE":
      return unescaped(written.replace(ESCAPE_OR_FOLD, (run) => (FOLD_FIRST.test(run) ? escapedFold(run) : run)));
    default:
      return withoutFolds(written);
  }
}

const FOLD = /[ \t]*[\r\n\x85\u2028\u2029][ \t\r\n\x85\u2028\u2029]*/g;
const ESCAPE_OR_FOLD = /(?:\\|[ \t]*)[\r\n\x85\u2028\u2029][ \t\r\n\x85\u2028\u2029]*|\\./g;
const FOLD_FIRST = /^(?:\\|[ \t]*)[\r\n\x85\u2028\u2029]/;

const withoutFolds = (written: string): string => written.replace(FOLD, folded);

/** What stays of white space with line ends: the first line end only if folding keeps it, else a space if it is alone. */
function folded(run: string): string {
  const [first = "", ...others] = lineEnds(run);
  return KEPT.test(first) ? first + others.join("") : others.join("") || " ";
}

/** The same inside double quotes. Of a line end after a backslash nothing stays. */
function escapedFold(run: string): string {
  const kept = run.startsWith("\\") ? lineEnds(run).slice(1).join("") : folded(run);
  return kept.replaceAll("\n", "\\n");
}

function lineEnds(run: string): readonly string[] {
  return run.split(LINE_END).flatMap((part, index) => (index % 2 === 1 ? [lineEnd(part)] : []));
}

const lineEnd = (written: string): string => (KEPT.test(written) ? written : "\n");

/** Text in double quotes on one line, as the library reads it. */
function unescaped(source: string): string {
  return CST.resolveAsScalar({ type: "double-quoted-scalar", offset: 0, indent: 0, source }).value;
}

/** Literal or folded text, line by line as PyYAML reads it. */
function blockText(written: string, source: string): string {
  const [header = "", , ...parts] = written.split(LINE_END);
  const lines = parts.filter((_, index) => index % 2 === 0);
  const indent = leadingSpaces(lines) - leadingSpaces(source.split("\n"));
  const isSpaced = (line: string | undefined): boolean => line === undefined || /^[ \t]/.test(line);
  let [text, breaks, end] = ["", "", ""];
  let before: string | undefined;
  for (const [index, whole] of lines.entries()) {
    const line = whole.slice(indent);
    const next = index === lines.length - 1 ? "" : lineEnd(parts[2 * index + 1] ?? "");
    if (line === "") {
      breaks += next;
      continue;
    }
    const isFolded = header.startsWith(">") && end === "\n" && !isSpaced(before) && !isSpaced(line);
    text += (isFolded ? (breaks === "" ? " " : "") : end) + breaks + line;
    [before, breaks, end] = [line, "", next];
  }
  const [, chomping] = /^.\d?([-+]?)/.exec(header) ?? [];
  return text + (chomping === "-" ? "" : end) + (chomping === "+" ? breaks : "");
}

/** How many spaces are before the first line with anything else, or in the longest line if there is none. */
function leadingSpaces(lines: readonly string[]): number {
  const first = lines.find((line) => /[^ ]/.test(line));
  return first?.search(/[^ ]/) ?? Math.max(0, ...lines.map((line) => line.length));
}

/** A text for the YAML library: line ends of YAML 1.1 that it does not know become line feeds. Keeps all offsets. */
export function lineFeeds(text: string): string {
  return text.replace(OTHER_LINE_ENDS, "\n");
}

const OTHER_LINE_ENDS = /\r(?!\n)|[\x85\u2028\u2029]/g;
