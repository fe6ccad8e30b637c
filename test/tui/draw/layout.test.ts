import { expect, test } from "vitest";
import { bodySize, screenForm } from "../../../src/tui/draw/line.ts";

test.each([
  [29, 40, "too-small"],
  [200, 7, "too-small"],
  [30, 8, "one"],
  [59, 40, "one"],
  [200, 14, "one"],
  [60, 15, "stacked"],
  [83, 24, "stacked"],
  [84, 24, "two"],
  [200, 50, "two"],
])("%i columns and %i rows are %s", (columns, rows, form) => {
  expect(screenForm({ columns, rows })).toBe(form);
});

test("header, bottom line and the last row are not for panes", () => {
  expect(bodySize({ columns: 80, rows: 24 })).toEqual({ columns: 80, rows: 21 });
});
