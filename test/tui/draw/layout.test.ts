import { expect, test } from "vitest";
import { bodySize, columnsOf, screenForm, threeColumns } from "../../../src/tui/draw/layout.ts";

test.each([
  [29, 40, "too-small"],
  [200, 7, "too-small"],
  [30, 8, "one"],
  [59, 40, "one"],
  [200, 14, "one"],
  [60, 15, "stacked"],
  [83, 24, "stacked"],
  [84, 24, "two"],
  [159, 50, "two"],
  [160, 50, "three"],
])("%i columns and %i rows are %s", (columns, rows, form) => {
  expect(screenForm({ columns, rows })).toBe(form);
});

test("header, bottom line and the last row are not for panes", () => {
  expect(bodySize({ columns: 80, rows: 24 })).toEqual({ columns: 80, rows: 21 });
});

test("two columns take all there is", () => {
  for (let columns = 84; columns < 300; columns += 1) {
    expect(columnsOf(columns, 0.42).reduce((sum, each) => sum + each)).toBe(columns);
  }
});

test("three columns take all there is", () => {
  for (let columns = 160; columns < 400; columns += 1) {
    expect(threeColumns(columns, [0.26, 0.3]).reduce((sum, each) => sum + each)).toBe(columns);
  }
});
