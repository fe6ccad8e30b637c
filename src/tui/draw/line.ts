import { clip, displayWidth, isNarrow, padEnd, takeHead, terminalSafe } from "../../base/terminal-text.ts";
import { recordKeys } from "../../base/text-order.ts";
import type { Label, Role, Segment } from "../../report/text/row.ts";
import { ARROW, signPart } from "../../report/text/sign.ts";
import { type ComparedStates, comparedKey } from "../state/compared.ts";
import type { ChangeSet, CommitCounts } from "../worker/rows/change-set.ts";

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
  readonly spot?: Spot;
}

/** What a click is on: a pane, in lists also the index of the item; a tab of the header by its index. */
export interface Spot {
  readonly pane: "list" | "detail" | "tab";
  readonly index?: number;
}

export type Line = readonly TextSpan[];

/** A part of a line. Characters that could move the cursor or colour the screen are shown, not sent. */
export function span(label: Style, text: string, role?: Role): TextSpan {
  return { label, text: terminalSafe(text), role };
}

export function plain(text: string): TextSpan {
  return span("plain", text);
}

/** Left out, since terminals disagree on their width; the character before them has one width everywhere. */
const DISPUTED = /\u200c|\u200d|\ufe0e|\ufe0f|[\u{1f3fb}-\u{1f3ff}]/gu;

/** A line of exactly `width` columns, padded or cut with an ellipsis. All that is drawn passes here: no frame tears. */
export function fitted(given: Line, width: number): Line {
  const line = withArrows(given);
  const parts: TextSpan[] = [];
  let left = width;
  for (const [index, each] of line.entries()) {
    const part = steady(each);
    const wide = displayWidth(part.text);
    if (wide < left) {
      parts.push(part);
      left -= wide;
      continue;
    }
    // Blanks that have no room are not missed.
    const isEnd = line.slice(index + 1).every(({ text }) => text.trim() === "");
    const word = isEnd ? part.text.trimEnd() : part.text;
    const isWhole = isEnd && displayWidth(word) <= left;
    const text = isWhole ? word : cutEnd(part.text, left);
    const shown = { ...part, text: padEnd(text, left) };
    return isWhole ? [...parts, shown] : closedEnd([...parts, shown]);
  }
  return left > 0 ? [...parts, { label: "plain", text: " ".repeat(left) }] : parts;
}

/** A line that is cut, with the ellipsis behind its last word: one that stands alone says that something is being computed. */
function closedEnd(line: Line): Line {
  const [, blanks = ""] = /[^\s…]( +)…$/.exec(textOfLine(line)) ?? [];
  const last = line.at(-1);
  if (blanks === "" || last === undefined) return line;
  let left = textOfLine(line).length - blanks.length - 1;
  const kept = line.map((part) => {
    const text = part.text.slice(0, Math.max(0, left));
    left -= part.text.length;
    return { ...part, text };
  });
  return [...kept.filter(({ text }) => text !== ""), { ...last, text: `…${blanks}` }];
}

/** Text padded or cut in the middle to a width, for a cell of a table. */
export function cell(text: string, width: number): string {
  return padEnd(clip(text, width), width);
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
  return closed(isNarrow(part.text) ? part : { ...part, text: part.text.replace(DISPUTED, "") });
}

/** The same of a text that was cut before; in a value the blank says that the word before it is whole. */
function closed(part: TextSpan): TextSpan {
  if (part.role === "old" || part.role === "new" || !part.text.includes(" …")) return part;
  return { ...part, text: part.text.replace(/(?<=\S)( +)…(?= *$)/, "…$1") };
}

/** The text without its end, which an ellipsis replaces. */
function cutEnd(text: string, width: number): string {
  return width <= 0 ? "" : `${takeHead(text, width - 1)}…`;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
  /** For a screen reader, which reads line by line: nothing is side by side. */
  readonly isPlain?: boolean;
}

/** Room for nothing (`too-small`), `one` pane at a time, panes `stacked` below each other, or `two` side by side. */
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

/** A number in at most five columns: `12.4k` for 12,400. */
export function short(number: number): string {
  if (number < 10_000) return String(number);
  if (number < 999_950) return `${(number / 1000).toFixed(number < 99_950 ? 1 : 0)}k`;
  return `${(number / 1_000_000).toFixed(1)}M`;
}

/** `13n ~2 +1 -1 !1 *1`, with `?` behind it where nodes were not compared; `·` where nothing differs. The first part is a column. */
export function countsLine(counts: CommitCounts): Line {
  const spans = countSpans(counts);
  const unknown = counts.unknown > 0;
  if (counts.nodes === 0 && spans.length === 0)
    return [unknown ? span("warning", "?", "count") : span("muted", "·", "count")];
  return [span("node", `${short(counts.nodes)}n`, "count"), ...spans, ...(unknown ? [span("warning", " ?")] : [])];
}

/** The sign of each number that is behind that of the nodes. */
export const countSigns = { changed: "~", added: "+", removed: "-", failing: "!", resolving: "*" } as const;

/** ` ~2 +1 -1 !1 *1`, without zeros. */
export function countSpans(counts: Partial<CommitCounts>): Line {
  return recordKeys(countSigns).flatMap((of) => {
    const [sign, count = 0] = [countSigns[of], counts[of]];
    return count === 0 ? [] : [span(signPart(sign).label, ` ${sign}${short(count)}`)];
  });
}

/** `12 nodes`; a number that may still grow ends in `+`. */
export function nodeCount(count: number, isWhole = true): string {
  return `${short(count)}${isWhole ? "" : "+"} ${count === 1 && isWhole ? "node" : "nodes"}`;
}

/** The two states of a target, for the header: `env/lab → main`, or two nodes. */
export function statesHeading(target: ComparedStates | undefined, set: ChangeSet | undefined): Line {
  if (target === undefined) return [];
  if (target.kind === "states" && target.nodes !== undefined) {
    const [from, to] = target.nodes;
    return [plain(from === to ? `${to}  ${target.words.join(" → ")}` : `${from} → ${to}`)];
  }
  if (target.kind === "members") return [plain(target.names.join(" → "))];
  if (target.kind === "merge")
    return [plain("merge "), span("node", target.branch), plain(" → "), span("node", target.into)];
  if (set === undefined) return [span("muted", comparedKey(target).slice(0, 40))];
  const isOne = target.kind === "commit" || set.from === set.to;
  const name = isOne ? set.to : `${set.from} → ${set.to}`;
  return [plain(set.subject === undefined ? name : `${name} "${set.subject}"`)];
}

/** A line wrapped at spaces and after commas, as in a set of nodes; all lines but the first are indented. */
export function wrappedLine(line: Line, columns: number, indent = 2): readonly Line[] {
  if (lineWidth(line) <= columns) return [line];
  const lines: TextSpan[][] = [[]];
  let left = columns;
  for (const part of line) {
    for (const text of piecesOf(part.text, columns - indent)) {
      const width = displayWidth(text.trimEnd());
      if (width === 0 && left <= 0) continue;
      if (width > left && left < columns - indent) {
        lines.push([plain(" ".repeat(indent))]);
        left = columns - indent;
      }
      lines.at(-1)?.push({ ...part, text });
      left -= displayWidth(text);
    }
  }
  return lines.map(withoutEndSpaces);
}

/** Words with the blank behind them; one that is longer than a line in parts that are not. */
function piecesOf(text: string, columns: number): readonly string[] {
  return text
    .split(/(?<= )|(?<=,)(?=\S)/)
    .flatMap((word) => (displayWidth(word.trimEnd()) <= columns ? [word] : partsOf(word, Math.max(1, columns))));
}

function partsOf(word: string, columns: number): readonly string[] {
  const parts: string[] = [""];
  for (const sign of word) {
    const longer = `${parts.at(-1) ?? ""}${sign}`;
    if (displayWidth(longer) > columns) parts.push(sign);
    else parts[parts.length - 1] = longer;
  }
  return parts;
}

function withoutEndSpaces(line: Line): Line {
  const last = line.at(-1);
  return last === undefined ? line : [...line.slice(0, -1), { ...last, text: last.text.trimEnd() }];
}

const YEAR = 365 * 24 * 3600;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** A day in at most seven columns, in local time: `2 Mar`, or `2024-03` if that is a year ago. */
export function dayText(time: number, now: number): string {
  const date = new Date(time * 1000);
  if (Math.abs(now - time) < YEAR * 0.95) return `${date.getDate()} ${MONTHS[date.getMonth()] ?? ""}`;
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}`;
}
