import { expect, test } from "vitest";
import { linePairs } from "../../../src/report/text/text-diff.ts";

/** `a|b` for each pair; a side that has no line is a dot. */
function pairs(old: string, now: string): readonly string[] {
  const lines = (text: string): readonly string[] => (text === "" ? [] : text.split(" "));
  return linePairs(lines(old), lines(now)).map((pair) => `${pair.old ?? "."}|${pair.now ?? "."}`);
}

test.each<[string, string, string, readonly string[]]>([
  ["equal lines meet", "a b", "a b", ["a|a", "b|b"]],
  ["a line that is new stands alone", "a b", "a x b", ["a|a", ".|x", "b|b"]],
  ["a line that is gone stands alone", "a x b", "a b", ["a|a", "x|.", "b|b"]],
  ["lines that differ stand beside each other", "a x b", "a y b", ["a|a", "x|y", "b|b"]],
  ["of uneven stretches the first lines meet", "a x b", "a y z b", ["a|a", "x|y", ".|z", "b|b"]],
  ["a text that is new", "", "a b", [".|a", ".|b"]],
  ["a text that is gone", "a", "", ["a|."]],
])("%s", (_, old, now, expected) => {
  expect(pairs(old, now)).toEqual(expected);
});
