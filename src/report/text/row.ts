import { terminalSafe } from "../../base/terminal-text.ts";

/** What a stretch of a row is; the theme decides how it looks. */
export type Label =
  | "plain"
  | "title"
  | "added"
  | "removed"
  | "changed"
  | "moved"
  | "path"
  | "key"
  | "value"
  | "source"
  | "node"
  | "error"
  | "warning"
  | "muted";

/** Text that may be shown as it is: nothing in it can move the cursor, colour the screen or end the line. */
export interface Segment {
  readonly text: string;
  readonly label: Label;
}

/** One line of output. */
export type Row = readonly Segment[];

/** A stretch of a row; whatever the text holds is made visible here and nowhere else. */
export function segment(label: Label, text: string): Segment {
  return { label, text: terminalSafe(text) };
}

export function plainText(text: string): Segment {
  return segment("plain", text);
}

/** The text of a row without its labels. */
export function rowText(row: Row): string {
  return row.map((part) => part.text).join("");
}

/** A row set in by some blanks. */
export function indented(row: Row, blanks: number): Row {
  return [{ label: "plain", text: " ".repeat(blanks) }, ...row];
}

export const emptyRow: Row = [];
