import { expect, test } from "vitest";
import { grouped } from "../../src/base/text-order.ts";

test("items are together by their key, keys and items in the order in which they came", () => {
  const groups = grouped(["pear", "apple", "plum", "avocado"], (name) => name[0]);

  expect([...groups]).toEqual([
    ["p", ["pear", "plum"]],
    ["a", ["apple", "avocado"]],
  ]);
});
