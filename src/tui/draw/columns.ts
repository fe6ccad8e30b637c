import { clip, displayWidth } from "../../base/terminal-text.ts";
import { fitted, type Line, lineWidth, plain, type TextSpan } from "./line.ts";

/** A part of a row, beside others. */
export interface Cell {
  readonly line: Line;
  /** The width of its column over all rows of the list, at the least. */
  readonly column?: number;
  /** Aligned to the right, also in a row that is cut: for numbers, whose columns are narrow. */
  readonly isRight?: true;
  /** Left out where the row is too long, the last one first. */
  readonly isSpare?: true;
  /** It is cut to no less than this where the row is too long; absent if it is never cut. */
  readonly least?: number;
  /** The cell in so many columns; by default its end is cut. */
  cut?(room: number): Line;
}

const GAP = 2;

/**
 * A row of cells, two spaces apart. Columns are aligned as far as nothing has to be cut for it: a row that is cut has no
 * spaces to spare (rule L1 of docs/tui.md). The cells that may be cut share what is too much, the longest first.
 */
export function columnsLine(cells: readonly Cell[], width: number): Line {
  const shown = cells.filter(({ line }) => lineWidth(line) > 0).map(aligned);
  const over = overflow(shown, width);
  if (over > 0) {
    const spare = shown.findLastIndex(({ isSpare }) => isSpare === true);
    return spare === -1 ? joined(cutCells(shown, over)) : columnsLine(shown.toSpliced(spare, 1), width);
  }
  let left = -over;
  return joined(
    shown.map(({ line, column = 0 }, at) => {
      if (at === shown.length - 1) return line;
      const fill = Math.min(left, Math.max(0, column - lineWidth(line)));
      left -= fill;
      return [...line, plain(" ".repeat(fill))];
    }),
  );
}

/** How many columns a row is too long if nothing is aligned. */
function overflow(cells: readonly Cell[], width: number): number {
  return cells.reduce((sum, { line }) => sum + lineWidth(line), GAP * Math.max(0, cells.length - 1)) - width;
}

function aligned(cell: Cell): Cell {
  const { line, column = 0, isRight } = cell;
  if (isRight !== true) return cell;
  return { ...cell, line: [plain(" ".repeat(Math.max(0, column - lineWidth(line)))), ...line] };
}

function cutCells(cells: readonly Cell[], over: number): readonly Line[] {
  const own = cells.map(({ line }) => lineWidth(line));
  const widths = [...own];
  for (let rest = over; rest > 0; ) {
    const room = cells.map(({ least }, at) => (least === undefined ? 0 : Math.max(0, (widths[at] ?? 0) - least)));
    const most = room.indexOf(Math.max(...room));
    const takes = Math.min(rest, Math.max(1, Math.ceil((room[most] ?? 0) / 2)));
    if ((room[most] ?? 0) === 0) break;
    widths[most] = (widths[most] ?? 0) - takes;
    rest -= takes;
  }
  return cells.map(({ line, cut }, at) => {
    const wide = widths[at] ?? 0;
    if (wide >= (own[at] ?? 0)) return line;
    return cut === undefined ? fitted(line, wide) : cut(wide);
  });
}

function joined(lines: readonly Line[]): Line {
  return lines.flatMap((line, at): readonly TextSpan[] => (at === 0 ? line : [plain(" ".repeat(GAP)), ...line]));
}

/** A cell of one text that loses its middle. */
export function textCell(part: TextSpan, options: Pick<Cell, "column" | "least"> = {}): Cell {
  return { line: [part], ...options, cut: (room) => [{ ...part, text: clip(part.text, room) }] };
}

/** The widest of some texts. */
export function widest(texts: Iterable<string>): number {
  let most = 0;
  for (const text of texts) most = Math.max(most, displayWidth(text));
  return most;
}
