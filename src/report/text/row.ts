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

/** The column of a row in which a part stands; see `fitRow`, which knows how wide that is. Parts without one are what is between columns. */
export type Role = "count" | "sign" | "path" | "old" | "new" | "ref" | "where" | "note" | "who" | "when";

/** Text that is safe to print: nothing in it can move the cursor, colour the screen or end the line. */
export interface Segment extends Placed {
  readonly text: string;
  readonly label: Label;
}

/** Where a part of a row stands, and how it is cut if that is not as usual for its role. */
export interface Placed {
  readonly role?: Role;
  /** It is cut to no less than this. */
  readonly least?: number;
  /** Where it is cut. */
  readonly cut?: "end" | "middle";
}

/** One line of output. */
export type Row = readonly Segment[];

/** A part of a row. This is the only place where special characters in text are made visible. */
export function segment(label: Label, text: string, role?: Role): Segment {
  return { label, text: terminalSafe(text), role };
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
