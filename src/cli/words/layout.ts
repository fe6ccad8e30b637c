import { indented } from "../../base/terminal-text.ts";

/** A word of a command line, or an example of one, and its meaning. */
export type TableRow = readonly [string, string];

const DEFAULT_COLUMNS = 80;
const MOST_COLUMNS = 100;
/** With fewer columns the meaning stands under its word. */
const TWO_COLUMNS = 60;

/** The columns of help: those of the terminal, else of COLUMNS, else 80; 0 counts as 80, more than 100 as 100. */
export function helpColumns(terminal: number | undefined, env: Readonly<Record<string, string | undefined>>): number {
  const columns = terminal ?? Number(env["COLUMNS"] ?? 0);
  return Number.isInteger(columns) && columns > 0 ? Math.min(columns, MOST_COLUMNS) : DEFAULT_COLUMNS;
}

const INDENT = "  ";
const GAP = "   ";

/** Rows in two columns, or with little room each meaning under its word. Only a word may be longer than the columns. */
export function table(rows: readonly TableRow[], columns: number): readonly string[] {
  if (columns < TWO_COLUMNS) {
    return rows.flatMap(([left, right]) => [INDENT + left.trimStart(), ...indented(right, INDENT.repeat(3), columns)]);
  }
  const most = Math.floor(columns / 2);
  const width = Math.max(0, ...rows.map(([left]) => left.length).filter((length) => length <= most));
  return rows.flatMap(([left, right]) => {
    const margin = INDENT + " ".repeat(width) + GAP;
    const [first = "", ...more] = indented(right, margin, columns);
    if (left.length > width) return [INDENT + left, first, ...more];
    return [(INDENT + left.padEnd(width) + GAP + first.slice(margin.length)).trimEnd(), ...more];
  });
}
