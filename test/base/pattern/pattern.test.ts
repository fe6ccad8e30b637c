import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compilePattern, isPatternFault, type Pattern, type PatternFlags } from "../../../src/base/pattern/pattern.ts";

type Outcome = readonly [(string | null)[] | null, boolean, boolean];

interface Expected {
  readonly texts: readonly string[];
  /** What Python's `search`, `match` and `fullmatch` give for each text. */
  readonly matched: Readonly<Record<string, readonly Outcome[]>>;
  readonly unsupported: readonly string[];
  readonly invalid: readonly string[];
}

const expected: Expected = JSON.parse(readFileSync(join(import.meta.dirname, "fixtures/expected.json"), "utf8"));

function compiled(source: string, flags?: PatternFlags): Pattern {
  const result = compilePattern(source, flags);
  if (isPatternFault(result)) throw new Error(`${source}: ${result.reason}`);
  return result;
}

test.each(Object.entries(expected.matched))("the pattern %j matches what it matches in Python", (source, outcomes) => {
  const pattern = compiled(source);
  const found = expected.texts.map((text) => {
    const groups = pattern.match(text)?.groups.map((group) => group ?? null) ?? null;
    return [groups, pattern.begins(text), pattern.fits(text)];
  });

  expect(found).toEqual(outcomes);
  expect(expected.texts.map((text) => pattern.isIn(text))).toEqual(outcomes.map(([groups]) => groups !== null));
});

test.each(expected.unsupported)("the pattern %j is unsupported, and a part of it is named", (source) => {
  expect(compilePattern(source)).toMatchObject({ kind: "unsupported", part: expect.stringMatching(/./) });
});

test.each(expected.invalid)("the pattern %j is invalid, as in Python", (source) => {
  expect(compilePattern(source)).toMatchObject({ kind: "invalid" });
});

test("`$` is the end of a text, also of one that ends a line", () => {
  expect(compiled("^web$").isIn("web\n")).toBe(false);
  expect(compiled("^web$", { lines: true }).isIn("web\n")).toBe(true);
});

test("of a repeated group that can be empty, the last part that is not counts", () => {
  expect(compiled("(a*)*b").match("aab")?.groups).toEqual(["aab", "aa"]);
});

test.each([
  ["^(a+)+$", `${"a".repeat(50_000)}b`],
  ["^(a|aa)+$", `${"a".repeat(50_000)}b`],
  ["(x+x+)+y", "x".repeat(50_000)],
  ["^((a|a)*)*$", `${"a".repeat(50_000)}b`],
])("the pattern %s ends soon on a text that it does not match", (source, text) => {
  expect(compiled(source).isIn(text)).toBe(false);
});

test.each([
  ["ABC", "xabcx", { ignoreCase: true }],
  ["a.b", "a\nb", { dotAll: true }],
  ["^b$", "a\nb\nc", { lines: true }],
])("flags given beside the pattern %s hold for it", (source, text, flags) => {
  expect(compiled(source).isIn(text)).toBe(false);
  expect(compiled(source, flags).isIn(text)).toBe(true);
});

test.each([
  ["^(?=web)w", "(?=web)", "look-around"],
  ["(a)\\1", "\\1", "a back reference"],
  ["x{2000}", "{2000}", "a repeat of more than 1000"],
  ["a++b", "++", "a possessive quantifier"],
])("of the pattern %s the part %s is at fault", (source, part, reason) => {
  expect(compilePattern(source)).toEqual({ kind: "unsupported", part, reason });
});
