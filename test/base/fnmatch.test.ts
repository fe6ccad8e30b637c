import { expect, test } from "vitest";
import { fnmatch } from "../../src/base/fnmatch.ts";

test.each([
  ["*", "", true],
  ["*", "a/b\nc", true],
  ["web?", "web1", true],
  ["web?", "web12", false],
  ["?", "😀", true],
  ["web[12]", "web2", true],
  ["web[!12]", "web2", false],
  ["web[a-c]", "webb", true],
  ["web[c-a]", "webb", false],
  ["a[]]b", "a]b", true],
  ["a[!]]b", "a]b", false],
  ["a[-x]b", "a-b", true],
  ["a[^x]b", "a^b", true],
  ["a[b", "a[b", true],
  ["a.b", "axb", false],
  ["Web", "web", false],
  ["(a|b)+$", "(a|b)+$", true],
  ["\\*", "\\x", true],
])("the pattern %s and the text %j: %s", (pattern, text, matches) => {
  expect(fnmatch(pattern)(text)).toBe(matches);
});
