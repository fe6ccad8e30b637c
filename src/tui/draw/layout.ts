/** Columns and rows of the terminal. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
  /** For a screen reader, which reads line by line: nothing is side by side. */
  readonly isPlain?: boolean;
}

/**
 * How a screen is divided: `too-small` for anything, `one` pane at a time, panes `stacked` below each other, or side by
 * side in `two` or `three` columns.
 */
export type ScreenForm = "too-small" | "one" | "stacked" | "two" | "three";

export const SMALLEST: Size = { columns: 30, rows: 8 };

export function screenForm({ columns, rows, isPlain = false }: Size): ScreenForm {
  if (columns < SMALLEST.columns || rows < SMALLEST.rows) return "too-small";
  if (columns < 60 || rows < 15) return "one";
  if (columns < 84 || isPlain) return "stacked";
  return columns < 160 ? "two" : "three";
}

/** The room between the header and the bottom line; the last row stays free. */
export function bodySize({ columns, rows }: Size): Size {
  return { columns, rows: Math.max(0, rows - 3) };
}

/** The columns of three panes side by side; the last takes what the shares of the others leave. */
export function threeColumns(
  columns: number,
  [left, middle]: readonly [number, number],
): readonly [number, number, number] {
  const [first, rest] = columnsOf(columns, left);
  const second = Math.round(columns * middle);
  return [first, second, rest - second];
}

/**
 * Rows of panes below each other: each as many as it needs, if there is room (rule L5 of the page on the terminal UI); else what is too much is taken from the
 * one that has most, down to `LEAST_ROWS`. The last takes what is left.
 */
export function sharedRows(rows: number, needs: readonly number[]): readonly number[] {
  const shares = needs.map((need) => Math.max(LEAST_ROWS, need));
  for (let over = shares.reduce((sum, each) => sum + each, 0) - rows; over > 0; over -= 1) {
    const most = shares.indexOf(Math.max(...shares));
    shares[most] = Math.max(0, (shares[most] ?? 0) - 1);
  }
  const left = rows - shares.reduce((sum, each) => sum + each, 0);
  return shares.map((each, at) => (at === shares.length - 1 ? each + left : each));
}

/** A box with one line. */
const LEAST_ROWS = 3;

/** The columns of two panes side by side. */
export function columnsOf(columns: number, share: number): readonly [number, number] {
  const left = Math.round(columns * share);
  return [left, columns - left];
}
