import { expect, test } from "vitest";
import { compareText, compareTexts, sortTexts } from "../../src/base/text-order.ts";

test("texts are ordered by code point, not by UTF-16 unit", () => {
  expect(["😀", "～", "b", "ab", "a", ""].toSorted(compareText)).toEqual(["", "a", "ab", "b", "～", "😀"]);
});

test("many texts are sorted in the same order", () => {
  for (const texts of [
    ["😀", "～", "b", "ab", "a", ""],
    ["～", "b.c", "b", "b-c", "é", "B"],
  ]) {
    expect(sortTexts([...texts])).toEqual(texts.toSorted(compareText));
  }
});

test("lists of texts are ordered item by item, a beginning before what it begins", () => {
  expect([["b"], ["a", "b"], ["a"], []].toSorted(compareTexts)).toEqual([[], ["a"], ["a", "b"], ["b"]]);
});
