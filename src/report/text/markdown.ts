import { terminalSafe } from "../../base/terminal-text.ts";
import { inThousands, type Row, rowText } from "./row.ts";

const LONGEST_VALUE = 400;

/** The size of a text that is sent as UTF-8. */
export function bytes(text: string): number {
  return Buffer.byteLength(text);
}

/** A code span, in which sites do not look for markup, user names and issue numbers (rule V12 of docs/concepts/review.md). */
export function codeSpan(text: string): string {
  const shown = terminalSafe(text);
  const fence = "`".repeat(longestRun(shown, 0) + 1);
  const space = /^`|`$|^ .* $/.test(shown) ? " " : "";
  return `${fence}${space}${shown}${space}${fence}`;
}

/** Rows as a fenced block. With the language `diff`, markers are in the first column, where viewers colour them. */
export function fenced(rows: readonly Row[], language: "diff" | "text"): string {
  const lines = rows.map((row) => shortened(rowText(row)));
  const fence = "`".repeat(longestRun(lines.join("\n"), 2) + 1);
  return `${fence}${language}\n${lines.join("\n")}\n${fence}`;
}

/** A part that a click opens and closes. */
export function folded(summary: string, body: string, isOpen: boolean): string {
  return `<details${isOpen ? " open" : ""}><summary>${summary}</summary>\n\n${body}\n\n</details>\n`;
}

function shortened(line: string): string {
  if (line.length <= LONGEST_VALUE) return line;
  return `${line.slice(0, LONGEST_VALUE)} ... (${inThousands(line.length)} characters)`;
}

function longestRun(text: string, least: number): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), least);
}
