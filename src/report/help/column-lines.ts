import { wrapped } from "../../base/text-lines.ts";

const GAP = 2;
/** A column is not made narrower than this. */
const LEAST = 12;

/**
 * Rows of cells as columns of text. Where they are too wide for so many columns, the cells of the widest ones go over
 * several lines; where even that has no room, each cell is on lines of its own, those but the first indented.
 */
export function columnLines(rows: readonly (readonly string[])[], columns: number): readonly string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const natural = Array.from({ length: count }, (_, at) => Math.max(0, ...rows.map((row) => (row[at] ?? "").length)));
  const room = columns - GAP * (count - 1);
  if (room < LEAST * count) return rows.slice(1).flatMap((row) => stacked(row, columns));
  const widths = narrowed(natural, room);
  return rows.flatMap((row) => rowLines(row, widths));
}

/** Widths that fit into the room: the widest give way. */
function narrowed(natural: readonly number[], room: number): readonly number[] {
  let most = Math.max(0, ...natural);
  const widths = () => natural.map((width) => Math.min(width, Math.max(most, LEAST)));
  while (most > LEAST && sum(widths()) > room) most -= 1;
  // What rounding left over goes to the last column that was cut.
  const cut = widths();
  const left = room - sum(cut);
  const last = natural.findLastIndex((width, at) => width > (cut[at] ?? 0));
  return left <= 0 ? cut : cut.map((width, at) => (at === last ? Math.min(natural[at] ?? 0, width + left) : width));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function rowLines(row: readonly string[], widths: readonly number[]): readonly string[] {
  const cells = widths.map((width, at) => wrapped(row[at] ?? "", width));
  const height = Math.max(1, ...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, at) =>
    cells
      .map((lines, column) => (lines[at] ?? "").padEnd((widths[column] ?? 0) + GAP))
      .join("")
      .trimEnd(),
  );
}

function stacked([first = "", ...others]: readonly string[], columns: number): readonly string[] {
  const inner = others.filter((text) => text !== "").flatMap((text) => wrapped(text, columns - 4));
  return [...wrapped(first, columns), ...inner.map((line) => `    ${line}`)];
}
