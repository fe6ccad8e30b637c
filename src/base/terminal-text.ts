import stringWidth from "string-width";
import { foreignByte } from "./byte-text.ts";

const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must never reach a terminal
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Cs}/gu;
const ELLIPSIS = "…";

/** Text with control, bidirectional and invisible characters written out (`\x1b`, `\u202e`), and tabs as arrows. */
export function terminalSafe(text: string): string {
  return text.replace(HIDDEN, (character) => (character === "\t" ? "→" : escapedCharacter(character)));
}

/** The lines of a text, each as {@link terminalSafe} gives it. */
export function terminalSafeLines(text: string): readonly string[] {
  return text.split("\n").map(terminalSafe);
}

/** Text in double quotes, escaped as in JSON, with everything that {@link terminalSafe} hides written out. */
export function quotedText(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")
    .replaceAll("\r", "\\r");
  return `"${terminalSafe(escaped)}"`;
}

function escapedCharacter(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const code = foreignByte(point) ?? point;
  const digits = code.toString(16);
  if (code > 0xffff) return `\\u{${digits}}`;
  return code > 0xff ? `\\u${digits.padStart(4, "0")}` : `\\x${digits.padStart(2, "0")}`;
}

/** Characters that take one column each, alone and beside one another: letters, arrows, box drawing. */
const NARROW =
  /^[\u0020-\u007e\u00a1-\u00a8\u00aa-\u00ac\u00af-\u02ff\u2010-\u2027\u2030-\u203a\u2190-\u2193\u2500-\u25a9\u25b2-\u25b5\u25b8-\u25bf]*$/;

/** Whether every character of a text takes one column, so that its length is its width. */
export function isNarrow(text: string): boolean {
  return NARROW.test(text);
}

/** The width of a text on a terminal, in columns. Takes time linear in the text. */
export function displayWidth(text: string): number {
  if (isNarrow(text)) return text.length;
  if (text.length <= LONG) return stringWidth(text);
  return (text.match(PIECES) ?? []).reduce(
    (sum, piece) => sum + (isNarrow(piece) ? piece.length : stringWidth(piece)),
    0,
  );
}

/** Finding the characters of one long text takes time quadratic in it. */
const LONG = 1000;

/** Parts of a text that begin with a character of their own wherever there is one. */
const PIECES = /.{500,1000}?(?=[ -~]|$)|.{1,1000}/gsu;

/** Text filled with spaces up to a width; longer text is not changed. */
export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - displayWidth(text))) + text;
}

/** Text cut to a width, with an ellipsis in the middle for the rest. */
export function clip(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width <= 1) return ELLIPSIS.slice(0, Math.max(0, width));
  const head = takeHead(text, Math.ceil((width - 1) / 2));
  return head + ELLIPSIS + takeTail(text, width - 1 - displayWidth(head));
}

/** Two texts, each cut to a width that shows their difference: first a common beginning is cut, then a common end. */
export function clipPair(
  left: string,
  right: string,
  width: number,
  context: number = Math.max(0, Math.floor(width / 4)),
): readonly [string, string] {
  if (displayWidth(left) <= width && displayWidth(right) <= width) return [left, right];
  const shared = sharedHead(left, right);
  const cut = shared.length <= context ? 0 : safeCut(left, shared.length - context);
  return [clipFrom(left, cut, width), clipFrom(right, cut, width)];
}

/** The common beginning of two texts. */
export function sharedHead(left: string, right: string): string {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return left.slice(0, length);
}

/** Never cuts a surrogate pair in two. */
function safeCut(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}

/** Text cut to a width, with an ellipsis for its end. */
export function clipEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return width < 1 ? "" : takeHead(text, width - 1) + ELLIPSIS;
}

/** Text cut to a width, with an ellipsis for its beginning. */
export function clipStart(text: string, width: number): string {
  return displayWidth(text) <= width ? text : ELLIPSIS + takeTail(text, width - 1);
}

function clipFrom(text: string, cut: number, width: number): string {
  if (cut === 0 || displayWidth(text) <= width) return clipEnd(text, width);
  const rest = text.slice(cut);
  if (displayWidth(rest) < width) return ELLIPSIS + takeTail(text, width - 1);
  return width <= 2 ? ELLIPSIS : ELLIPSIS + takeHead(rest, width - 2) + ELLIPSIS;
}

/** Made when first needed, since making it takes longer than a short command. */
let graphemes: Intl.Segmenter | undefined;

/** As much of the beginning of a text as fits into `width` columns, without parts of signs. */
export function takeHead(text: string, width: number): string {
  if (isNarrow(text)) return text.slice(0, Math.max(0, width));
  return takeWhole(graphemesOf(text.slice(0, width * 16)), width).join("");
}

function takeTail(text: string, width: number): string {
  if (isNarrow(text)) return text.slice(Math.max(0, text.length - width));
  const start = Math.max(0, text.length - width * 16);
  return takeWhole(graphemesOf(text.slice(start)).reverse(), width)
    .reverse()
    .join("");
}

/** What a reader counts as signs. */
export function graphemesOf(text: string): string[] {
  graphemes ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(graphemes.segment(text), (part) => part.segment);
}

function takeWhole(parts: readonly string[], width: number): string[] {
  const taken: string[] = [];
  let left = width;
  for (const part of parts) {
    left -= displayWidth(part);
    if (left < 0) break;
    taken.push(part);
  }
  return taken;
}

/** A paragraph in lines of at most `columns` columns, each behind a margin. */
export function indented(paragraph: string, margin: string, columns: number): readonly string[] {
  return wrapped(paragraph, columns - margin.length).map((line) => margin + line);
}

/** A paragraph in lines of at most `columns` columns; only a word may be longer. No line begins with an option. */
export function wrapped(paragraph: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of paragraph.match(/(?:\[-- )?\S+(?: +-\S*)*/g) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * A command as text that a POSIX shell reads back as these words, quoted only where needed. Words of the data go into
 * `operands`: behind `--`, and behind `options` where one would be read as an option. A word that a terminal does not
 * show as it is makes no command, as another name would be pasted: the text then says what is done to which name.
 */
export function command(
  words: readonly string[],
  operands: readonly string[] = [],
  options: readonly string[] = [],
): string {
  const isOption = operands.some((word) => word.startsWith("-"));
  const all = isOption ? [...words, ...options, "--", ...operands] : [...words, ...operands, ...options];
  const hidden = all.filter((word) => terminalSafe(word) !== word || word.includes("\ufffd"));
  if (hidden.length === 0) return all.map(shellWord).join(" ");
  return `"${terminalSafe(words.slice(0, 2).join(" "))}" of ${hidden.map(quotedText).join(" and ")}`;
}

/** No shell reads more in these characters than they are, but for a `~` or `=` in front, and a `~` that a path begins with. */
function shellWord(text: string): string {
  return /^(?!=|.*(?:^|[=:])~)(?:[\w./:~^=,+-]|@(?:\{[\w-]+\})?)+$/.test(text)
    ? text
    : `'${text.replaceAll("'", "'\\''")}'`;
}
