import { expect, test } from "vitest";
import { largest } from "../../src/report/text/fit.ts";

test.each([
  [[], 0],
  [[3, 7, 5], 7],
  [[-3, -7], 0],
])("the largest of %j is %d", (numbers, most) => {
  expect(largest(numbers)).toBe(most);
});

test("there can be more numbers than arguments of a call", () => {
  expect(largest(Array.from({ length: 1_000_000 }, (_, at) => at))).toBe(999_999);
});
