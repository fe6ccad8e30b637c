import { clip, displayWidth, isNarrow, terminalSafe } from "../../base/terminal-text.ts";
import { ARROW } from "../../report/diff/parts.ts";
import type { Label, Role, Segment } from "../../report/text/row.ts";

export const SMALLEST: Size = { columns: 30, rows: 8 };

/** What a part of a line is; the theme decides how it looks. Rows of a report are lines as they are. */
export type Style = Label | "border" | "focus" | "heading" | "bar" | "gone";

/** Rows of a report as they are drawn: with the arrow of the terminal. */
export function withArrows(line: Line): Line {
  const isArrow = (part: TextSpan): boolean => part.label === "muted" && part.text.includes(ARROW);
  return line.some(isArrow)
    ? line.map((part) => (isArrow(part) ? { ...part, text: part.text.replaceAll(ARROW, " → ") } : part))
    : line;
}

/** Text that may be shown as it is, see {@link span}. */
export interface TextSpan extends Omit<Segment, "label"> {
  readonly label: Style;
  /** Whether it is part of the line of the cursor. */
  readonly chosen?: true;
  /** What a click here is on. */
  readonly spot?: Spot;
}

/** What a click is on: a pane, in lists also the index of the item; a tab of the header by its index. */
export interface Spot {
  readonly pane: "list" | "detail" | "tab";
  readonly index?: number;
}

/** A line of the screen or of a pane. */
export type Line = readonly TextSpan[];

/** A part of a line. Characters that could move the cursor or colour the screen are shown, not sent. */
export function span(label: Style, text: string, role?: Role): TextSpan {
  return { label, text: terminalSafe(text), role };
}

export function plain(text: string): TextSpan {
  return span("plain", text);
}

/**
 * Terminals disagree on the width of these, so they are left out; the character before them has one width everywhere.
 */
const DISPUTED = /\u200c|\u200d|\ufe0e|\ufe0f|[\u{1f3fb}-\u{1f3ff}]/gu;

/**
 * A line of exactly `width` columns: padded with spaces, or cut with an ellipsis at the end. Everything that is drawn
 * passes through here, which is why a frame never tears.
 */
export function fitted(given: Line, width: number): Line {
  const line = withArrows(given);
  const parts: TextSpan[] = [];
  let left = width;
  for (const [index, each] of line.entries()) {
    const part = steady(each);
    const wide = displayWidth(part.text);
    if (wide < left || (wide === left && line.slice(index + 1).every(({ text }) => text === ""))) {
      parts.push(part);
      left -= wide;
      continue;
    }
    const text = cutEnd(part.text, left);
    parts.push({ ...part, text });
    left -= displayWidth(text);
    break;
  }
  return left > 0 ? [...parts, { label: "plain", text: " ".repeat(left) }] : parts;
}

/** Text padded or cut in the middle to a width, for a cell of a table. */
export function cell(text: string, width: number): string {
  const shown = clip(text, width);
  return shown + " ".repeat(Math.max(0, width - displayWidth(shown)));
}

/** The line as that of the cursor. */
export function chosen(line: Line): Line {
  return line.map((each) => ({ ...each, chosen: true }));
}

/** The line with what a click on it is on. */
export function spotted(line: Line, spot: Spot): Line {
  return line.map((each) => ({ ...each, spot }));
}

/** The line padded with spaces to a width. */
export function padded(line: Line, width: number): Line {
  return [...line, plain(" ".repeat(Math.max(0, width - lineWidth(line))))];
}

export function textOfLine(line: Line): string {
  return line.map(({ text }) => text).join("");
}

export function lineWidth(line: Line): number {
  return line.reduce((sum, { text }) => sum + displayWidth(isNarrow(text) ? text : text.replace(DISPUTED, "")), 0);
}

function steady(part: TextSpan): TextSpan {
  return isNarrow(part.text) ? part : { ...part, text: part.text.replace(DISPUTED, "") };
}

/** The text without its end, which an ellipsis replaces. */
function cutEnd(text: string, width: number): string {
  if (width <= 0) return "";
  if (isNarrow(text)) return `${text.slice(0, width - 1)}…`;
  const kept: string[] = [];
  let left = width - 1;
  for (const { segment } of graphemes.segment(text.slice(0, width * 16))) {
    left -= displayWidth(segment);
    if (left < 0) break;
    kept.push(segment);
  }
  return `${kept.join("")}…`;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Columns and rows of the terminal. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
  /** For a screen reader, which reads line by line: nothing is side by side. */
  readonly isPlain?: boolean;
}

/**
 * How a screen is divided: `too-small` for anything, `one` pane at a time, panes `stacked` below each other, or `two`
 * side by side if there is room.
 */
type ScreenForm = "too-small" | "one" | "stacked" | "two";

export function screenForm({ columns, rows, isPlain = false }: Size): ScreenForm {
  if (columns < SMALLEST.columns || rows < SMALLEST.rows) return "too-small";
  if (columns < 60 || rows < 15) return "one";
  return columns < 84 || isPlain ? "stacked" : "two";
}

/** The room between the header and the bottom line; the last row stays free. */
export function bodySize({ columns, rows }: Size): Size {
  return { columns, rows: Math.max(0, rows - 3) };
}
