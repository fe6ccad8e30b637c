import { expect, test } from "vitest";
import { countsLine } from "../../../src/tui/draw/line.ts";

const none = { nodes: 0, changed: 0, added: 0, removed: 0, failing: 0, resolving: 0, unknown: 0 };

test.each([
  [none, "·"],
  [{ ...none, unknown: 3 }, "?"],
  [{ ...none, nodes: 2, changed: 1 }, "2n ~1"],
  [{ ...none, nodes: 2, changed: 1, unknown: 3 }, "2n ~1 ?"],
])("%j is %s: what was not compared is no nothing", (counts, text) => {
  const line = countsLine(counts);

  expect(line.map((part) => part.text).join("")).toBe(text);
});
