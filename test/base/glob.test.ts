import { expect, test } from "vitest";
import { fnmatch, wildcard, withGaps } from "../../src/base/glob.ts";

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

test("a pattern with many stars ends soon on a text that it does not match", () => {
  const [pattern, text] = [`${"*a".repeat(40)}*b`, "a".repeat(10_000)];

  expect(fnmatch(pattern)(text)).toBe(false);
  expect(fnmatch(pattern)(`${text}b`)).toBe(true);
});

test.each([
  ["web[12]", "web[12]", true],
  ["w*b?", "web1", true],
  ["w**b", "web", true],
  ["*😀?", "x😀😀", true],
])("in the wildcard %s only * and ? have a meaning; the text %j: %s", (pattern, text, matches) => {
  expect(wildcard(pattern)(text)).toBe(matches);
});

test.each([
  [["a", "b"], "a-b", true],
  [["a", "b"], "ab", true],
  [["a", "b"], "a-bc", false],
  [["", "x", ""], "axb", true],
  [["*"], "a", false],
])("the texts %j with anything between them; the text %j: %s", (texts, text, matches) => {
  expect(withGaps(texts)(text)).toBe(matches);
});
