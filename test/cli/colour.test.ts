import { expect, test } from "vitest";
import { wantsColour } from "../../src/cli/colour.ts";

test.each([
  ["auto", {}, true, true],
  ["auto", {}, false, false],
  ["auto", { TERM: "dumb" }, true, false],
  ["auto", { NO_COLOR: "1" }, true, false],
  ["auto", { NO_COLOR: "0" }, true, false],
  ["auto", { NO_COLOR: "" }, true, true],
  ["auto", { FORCE_COLOR: "1" }, false, true],
  ["auto", { CLICOLOR_FORCE: "1" }, false, true],
  ["auto", { CLICOLOR_FORCE: "0" }, false, false],
  ["auto", { FORCE_COLOR: "0" }, true, false],
  ["auto", { NO_COLOR: "1", FORCE_COLOR: "1" }, true, false],
  ["auto", { TERM: "dumb", FORCE_COLOR: "1" }, true, true],
  ["always", { NO_COLOR: "1", TERM: "dumb" }, false, true],
  ["never", { FORCE_COLOR: "1" }, true, false],
] as const)("--color=%s with %j on a terminal (%s): %s", (choice, env, isTerminal, wanted) => {
  expect(wantsColour(choice, env, { isTerminal })).toBe(wanted);
});

test("color.ui of git takes colours away from a terminal, and nothing that asks for them", () => {
  const screen = { isTerminal: true, isColourless: true };
  expect(wantsColour("auto", {}, screen)).toBe(false);
  expect(wantsColour("auto", { FORCE_COLOR: "1" }, screen)).toBe(true);
  expect(wantsColour("always", {}, screen)).toBe(true);
});
