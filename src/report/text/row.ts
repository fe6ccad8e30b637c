import { terminalSafe } from "../../base/terminal-text.ts";

/** The kind of a part of a row; the theme decides how it looks. */
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

/** Text that is safe to print: nothing in it can move the cursor, colour the screen or end the line. */
export interface Segment {
  readonly text: string;
  readonly label: Label;
}

/** One line of output. */
export type Row = readonly Segment[];

/** A part of a row. This is the only place where special characters in text are made visible. */
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

/** A row indented by some spaces. */
export function indented(row: Row, width: number): Row {
  return [{ label: "plain", text: " ".repeat(width) }, ...row];
}

export const emptyRow: Row = [];
