import { expect, test } from "vitest";
import { compilePattern, expandTemplate, isPatternFault } from "../../../src/base/pattern/pattern.ts";

test.each([
  ["role.\\1", "role.web"],
  ["\\g<kind>.\\g<2>", "web.7"],
  ["a\\\\b\\n", "a\\b\n"],
  ["\\3", ""],
  ["\\g<none>", undefined],
  ["\\g<constructor>", undefined],
  ["\\9", undefined],
])("the template %s becomes %j", (template, text) => {
  const pattern = compilePattern("(?P<kind>[a-z]+)(\\d)(x)?");
  const match = isPatternFault(pattern) ? undefined : pattern.match("web7");

  expect(match && expandTemplate(template, match)).toBe(text);
});
