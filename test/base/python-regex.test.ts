import { expect, test } from "vitest";
import { expandTemplate, pythonRegex } from "../../src/base/python-regex.ts";

test.each([
  ["(?P<site>\\w+)-(?P=site)", "par-par", true],
  ["(?P<site>\\w+)-(?P=site)", "par-ams", false],
  ["(?i)web", "WEB1", true],
  ["\\Aweb\\Z", "web", true],
  ["\\Aweb\\Z", "xweb", false],
  ["\\\\Z", "\\Z", true],
])("the expression %s and the text %j: %s", (source, text, matches) => {
  expect(pythonRegex(source)?.test(text)).toBe(matches);
});

test("an expression that cannot be read gives nothing", () => {
  expect(pythonRegex("(")).toBeUndefined();
});

test.each([
  ["role.\\1", "role.web"],
  ["\\g<kind>.\\g<2>", "web.7"],
  ["a\\\\b\\n", "a\\b\n"],
  ["\\3", ""],
  ["\\g<none>", undefined],
  ["\\9", undefined],
])("the template %s becomes %j", (template, text) => {
  const match = /(?<kind>[a-z]+)(\d)(x)?/.exec("web7");

  expect(match && expandTemplate(template, match)).toBe(text);
});
