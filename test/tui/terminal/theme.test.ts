import { expect, test } from "vitest";
import { chosen, plain, span } from "../../../src/tui/draw/line.ts";
import { painter } from "../../../src/tui/terminal/theme.ts";

const line = [span("added", "+ "), plain("ntp → "), span("muted", "muted")];

test("colours stand around what they colour, and every line ends without any", () => {
  expect(painter({ colour: true, ascii: false })(line)).toBe("\u001b[32m+ \u001b[0mntp → \u001b[2mmuted\u001b[0m");
});

test("without colours there is none, yet the line of the cursor shows", () => {
  const text = painter({ colour: false, ascii: false })(chosen(line));

  expect(text, "one bar").toBe("\u001b[7m+ ntp → muted\u001b[0m");
});

test("with ASCII signs only, a line takes as many columns as before", () => {
  const text = painter({ colour: false, ascii: true })([plain("┌─ é 日 ≠ … ▸")]);

  expect(text).toBe("+- ? ?? # . >");
});
