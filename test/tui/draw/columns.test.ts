import { expect, test } from "vitest";
import { columnsLine, textCell } from "../../../src/tui/draw/columns.ts";
import { sharedRows } from "../../../src/tui/draw/layout.ts";
import { plain, textOfLine } from "../../../src/tui/draw/line.ts";
import { valueSpans } from "../../../src/tui/screens/changes/change-line.ts";

test("what is spare goes first, the last of it before the others, then what may be cut", () => {
  const cells = [
    textCell(plain("abcdefghijkl"), { least: 4 }),
    { line: [plain("1 node")], isSpare: true } as const,
    { line: [plain("a.yml:1")], isSpare: true } as const,
  ];
  const at = (width: number) => textOfLine(columnsLine(cells, width));

  expect([40, 22, 12, 8].map(at)).toEqual([
    "abcdefghijkl  1 node  a.yml:1",
    "abcdefghijkl  1 node",
    "abcdefghijkl",
    "abcd…jkl",
  ]);
});

test("of two long values the first words that differ stay in sight, with 8 columns before them", () => {
  const [old, now] = ["all you change by hand may be lost today", "all you change by hand will be lost today"];
  const text = (width: number) => textOfLine(valueSpans({ old, now }, width));

  expect(text(43)).toBe("…by hand may be los… → …by hand will be lo…");
  expect(text(15)).toMatch(/may.*will/);
});

test("panes below each other take rows from the one that has most, and the last gets what is left", () => {
  expect(sharedRows(30, [4, 5, 6])).toEqual([4, 5, 21]);
  expect(sharedRows(12, [3, 20, 4])).toEqual([3, 5, 4]);
});
