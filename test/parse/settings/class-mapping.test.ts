import { expect, test } from "vitest";
import type { Diagnostic } from "../../../src/model/findings/diagnostic.ts";
import { parseClassMapping } from "../../../src/parse/settings/class-mapping.ts";
import { at } from "../../support/value.ts";

test.each([
  ["web* a b", "glob", "web*", ["a", "b"]],
  ["'a b' x", "glob", "a b", ["x"]],
  ['"a\\"b" x', "glob", 'a"b', ["x"]],
  ["a\\ b x", "glob", "a b", ["x"]],
  ["web*", "glob", "web*", []],
  ["/^a b/ x", "regexp", "^a b", ["x"]],
  ["/a\\/b/ x", "regexp", "a/b", ["x"]],
  ["/\\d/ r.\\\\1", "regexp", "\\d", ["r.\\1"]],
])("%s", (text, kind, pattern, classes) => {
  const origin = at("reclass-config.yml");

  expect(parseClassMapping(text, origin, () => {})).toEqual({ kind, pattern, classes, origin });
});

test.each([
  ["/open x", "lacks a closing quote or slash"],
  ["'open x", "lacks a closing quote or slash"],
  ["/(/ x", "has no valid pattern"],
  ["", "has no valid pattern"],
])("%s is reported", (text, fault) => {
  const reported: Diagnostic[] = [];

  expect(parseClassMapping(text, at("heir.yml"), (diagnostic) => reported.push(diagnostic))).toBeUndefined();
  expect(reported.map(({ code, message }) => [code, message])).toEqual([
    ["class-mapping", `class mapping "${text}" ${fault}`],
  ]);
});
