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
export type ScreenForm = "too-small" | "one" | "stacked" | "two";

export const SMALLEST: Size = { columns: 30, rows: 8 };

export function screenForm({ columns, rows, isPlain = false }: Size): ScreenForm {
  if (columns < SMALLEST.columns || rows < SMALLEST.rows) return "too-small";
  if (columns < 60 || rows < 15) return "one";
  return columns < 84 || isPlain ? "stacked" : "two";
}

/** The room between the header and the bottom line; the last row stays free. */
export function bodySize({ columns, rows }: Size): Size {
  return { columns, rows: Math.max(0, rows - 3) };
}
