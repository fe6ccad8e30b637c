import { expect, test } from "vitest";
import { compareCaseless } from "../../src/base/text-order.ts";

test.each([
  ["numbers are text", ["100", "50"]],
  ["the empty text comes first", ["", "a"]],
  ["a text comes before those it begins", ["05. ntp", "05. ntp client"]],
  ["case does not count", ["Apple", "banana", "Cherry"]],
  ["letters come before the underscore, since they are compared in lower case", ["_x", "a"]],
  ["umlauts follow all plain letters", ["z", "Ä"]],
])("%s", (_, sorted) => {
  expect(sorted.toReversed().sort(compareCaseless)).toEqual(sorted);
});

test.each([
  ["NTP", "ntp"],
  ["ÄRGER", "ärger"],
  ["straße", "STRAßE"],
  ["ſ", "S"],
])("%s and %s are equal", (left, right) => {
  expect(compareCaseless(left, right)).toBe(0);
});

test("a letter whose upper form is longer stays itself: Java maps unit to unit", () => {
  expect(compareCaseless("ß", "ss")).toBeGreaterThan(0);
});
