import { expect, test } from "vitest";
import { compareText, compareTexts } from "../../src/base/text-order.ts";

test("texts are ordered by code point, not by UTF-16 unit", () => {
  expect(["😀", "～", "b", "ab", "a", ""].toSorted(compareText)).toEqual(["", "a", "ab", "b", "～", "😀"]);
});

test("lists of texts are ordered item by item, a beginning before what it begins", () => {
  expect([["b"], ["a", "b"], ["a"], []].toSorted(compareTexts)).toEqual([[], ["a"], ["a", "b"], ["b"]]);
});
