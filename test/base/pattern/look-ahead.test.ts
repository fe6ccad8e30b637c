import { expect, test } from "vitest";
import { compileWithAhead, isPatternFault } from "../../../src/base/pattern/pattern.ts";

/** What `re.search` of Python 3 finds: where it begins, the whole, and the groups. */
test.each<readonly [pattern: string, text: string, found: readonly (number | string)[] | undefined]>([
  ["^(?!x)y", "y1", [0, "y"]],
  ["^(?!.*-stg)web", "web1-stg", undefined],
  ["^(?!.*-stg)web", "web1-prd", [0, "web"]],
  ["(?!.*-stg)", "web1-stg", [5, ""]],
  ["(?!web)w(.*)", "web-wx", [4, "wx", "x"]],
  ["^(?=.*1)(?!db)[a-z]+", "web1", [0, "web"]],
  ["^(?=.*1)(?!db)[a-z]+", "db1", undefined],
  ["^(?![)]a)[)]b", ")b", [0, ")b"]],
  ["(?![^a])[ab]", "ba", [1, "a"]],
  ["^(?!a|b)(?:a|c)", "cb", [0, "c"]],
  ["web(?!1)", "web1", undefined],
  ["web(?!1)", "web1 web2", [5, "web"]],
  ["^web\\d+(?=5)", "web125", [0, "web12"]],
  ["^(?!db)[a-z]+(?!.*-stg)", "web-stg", undefined],
  ["(?:a|ab)(?=c)", "abc", [0, "ab"]],
])("%s in %s", (pattern, text, found) => {
  const compiled = compileWithAhead(pattern);
  if (isPatternFault(compiled)) throw new Error(compiled.reason);
  const match = compiled.match(text);

  expect(match && [match.index, ...match.groups]).toEqual(found);
  expect(compiled.begins(text)).toBe(found?.[0] === 0);
  expect(compiled.isIn(text)).toBe(found !== undefined);
});

test.each(["web(?!1)x", "^(?!a)b|c", "(?!\\bx)y", "^(?=(a))a", "(?<=a)b", "^(?!a(?=b))", "^(?!a"])(
  "%s stays a fault",
  (pattern) => {
    expect(isPatternFault(compileWithAhead(pattern))).toBe(true);
  },
);
