import { displayWidth, padEnd, padStart, terminalSafe } from "../../base/terminal-text.ts";
import { plainText, type Row, segment } from "./row.ts";

/** One field of a listing; numbers are aligned to the right. */
export type Cell = string | number;

/** A table with a heading row; columns as wide as their widest cell. */
export function tableRows(columns: readonly string[], lines: readonly (readonly Cell[])[]): readonly Row[] {
  const texts = lines.map((cells) => cells.map((cell) => terminalSafe(String(cell))));
  const heads = columns.map((column) => column.toUpperCase());
  const widths = heads.map((head, at) =>
    texts.reduce((most, cells) => Math.max(most, displayWidth(cells[at] ?? "")), head.length),
  );
  const isNumber = heads.map((_, at) => lines.length > 0 && lines.every((cells) => typeof cells[at] === "number"));
  const laid = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (isNumber[at] ? padStart(cell, widths[at] ?? 0) : padEnd(cell, widths[at] ?? 0)))
      .join("  ")
      .trimEnd();
  return [[segment("title", laid(heads))], ...texts.map((cells) => [plainText(laid(cells))])];
}
