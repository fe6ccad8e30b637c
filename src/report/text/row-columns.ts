import { displayWidth } from "../../base/terminal-text.ts";
import { plainText, type Row, rowText } from "./row.ts";

/** Cells in columns, two spaces apart, each with its labels; the last cell of a row is not padded. */
export function rowColumns(table: readonly (readonly Row[])[]): readonly Row[] {
  const widths: number[] = [];
  for (const cells of table) {
    for (const [column, cell] of cells.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
  }
  return table.map((cells) => {
    const last = cells.findLastIndex((cell) => widthOf(cell) > 0);
    return cells.slice(0, last + 1).flatMap((cell, column) => {
      if (column === last) return cell;
      return [...cell, plainText(" ".repeat((widths[column] ?? 0) - widthOf(cell) + 2))];
    });
  });
}

function widthOf(cell: Row): number {
  return displayWidth(rowText(cell));
}
