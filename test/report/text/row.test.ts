import { expect, test } from "vitest";
import { rowText, tableRows, textColumns } from "../../../src/report/text/row.ts";

test("columns are as wide as what is seen", () => {
  expect(
    textColumns([
      ["漢字", "1", "x"],
      ["abc", "22", "y"],
    ]),
  ).toEqual(["漢字  1   x", "abc   22  y"]);
});

test("in a table, numbers end in one column, and nothing is behind the last cell", () => {
  const rows = tableRows(
    ["name", "nodes", "note"],
    [
      ["a", 2, ""],
      ["long", 12, "x"],
    ],
  );

  expect(rows.map(rowText)).toEqual(["NAME  NODES  NOTE", "a         2", "long     12  x"]);
});
