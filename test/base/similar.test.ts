import { expect, test } from "vitest";
import { didYouMean, similar } from "../../src/base/similar.ts";

test.each([
  ["shw", ["show", "diff", "check"], ["show"]],
  ["SHOW", ["show", "diff"], ["show"]],
  ["sohw", ["show"], ["show"]],
  ["nodse", ["nodes", "node", "notes"], ["nodes", "node", "notes"]],
  ["web01", ["web02", "web03", "web04", "web05"], ["web02", "web03", "web04"]],
  ["a", ["b", "ab", "A"], ["A"]],
  ["ab", ["ac", "cd"], ["ac"]],
  ["show", ["show"], []],
  ["inventory", ["init"], []],
  ["", ["a"], []],
])("%s is close to %j: %j", (typed, names, close) => {
  expect(similar(typed, names)).toEqual(close);
});

test("names to choose from are put into one question", () => {
  expect(didYouMean([])).toBeUndefined();
  expect(didYouMean(["a"])).toBe("did you mean a?");
  expect(didYouMean(["a", "b", "c"])).toBe("did you mean a, b or c?");
});
