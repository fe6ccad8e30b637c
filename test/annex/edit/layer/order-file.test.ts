import { expect, test } from "vitest";
import { hasChain, orderTextWith } from "../../../../src/annex/edit/layer/order-file.ts";

const chain = ["os", "dc"];

test.each([
  ["no file", undefined, "order:\n  - [os, dc]\n"],
  ["an empty file", "", "order:\n  - [os, dc]\n"],
  ["nothing but a comment", "# who wins", "# who wins\norder:\n  - [os, dc]\n"],
  ["a key without a value", "order:  # none yet\n", "order:  # none yet\n  - [os, dc]\n"],
  ["an empty list", "order: []\n", "order: [[os, dc]]\n"],
  ["a list on one line", "order: [[a, b]]  # old\n", "order: [[a, b], [os, dc]]  # old\n"],
  [
    "a list in brackets, line by line",
    "order: [\n  [a, b],\n  [c, d]\n]\n",
    "order: [\n  [a, b],\n  [c, d],\n  [os, dc]\n]\n",
  ],
  [
    "a list line by line",
    "order:\n  - [a, b]   # why\n\n# end\n",
    "order:\n  - [a, b]   # why\n  - [os, dc]\n\n# end\n",
  ],
  ["dashes under the key", "order:\n- ['a', \"b\"]\n", "order:\n- ['a', \"b\"]\n- [os, dc]\n"],
  ["chains line by line", "order:\n  - - a\n    - b\n", "order:\n  - - a\n    - b\n  - [os, dc]\n"],
  ["no line end at the end", "order:\n    -   [a, b]", "order:\n    -   [a, b]\n    - [os, dc]"],
  ["lines of Windows", "order:\r\n  - [a, b]\r\n", "order:\r\n  - [a, b]\r\n  - [os, dc]\r\n"],
])("a chain is added, and all else stays as it was: %s", (_, before, after) => {
  expect(orderTextWith(before, chain)).toBe(after);
});

test.each([
  ["a file that is no mapping", "- [a, b]\n"],
  ["text that is no YAML", "order: [[a, b]\n"],
  ["a mapping in braces without the key", "{}\n"],
  ["an order that is no list", "order: later\n"],
  ["two documents", "order: []\n---\norder: []\n"],
  ["a list that stands behind an alias", "a: &a [[x, y]]\norder: *a\n"],
])("nothing is added to %s", (_, before) => {
  expect(orderTextWith(before, chain)).toBeUndefined();
});

test("ids that YAML would read as something else are quoted", () => {
  expect(orderTextWith("", ["10", "no"])).toBe('order:\n  - ["10", "no"]\n');
});

test("a chain that stands there is found, in whatever form", () => {
  expect(hasChain("order:\n  - - os\n    - dc\n", chain)).toBe(true);
  expect(hasChain("order: [[dc, os]]\n", chain)).toBe(false);
  expect(hasChain(undefined, chain)).toBe(false);
});
