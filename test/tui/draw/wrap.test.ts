import { expect, test } from "vitest";
import { plain, span, textOfLine, wrappedLine } from "../../../src/tui/draw/line.ts";

test("a line that is too long goes on below, set in, and breaks at blanks", () => {
  const line = [span("error", "error: "), plain("group a says one and group b says two")];

  expect(wrappedLine(line, 18).map(textOfLine)).toEqual(["error: group a", "  says one and", "  group b says two"]);
  expect(wrappedLine(line, 44).map(textOfLine)).toEqual(["error: group a says one and group b says two"]);
});

test("a word longer than a line goes on below", () => {
  expect(wrappedLine([plain("one abcdefghijkl two")], 8).map(textOfLine)).toEqual([
    "one",
    "  abcdef",
    "  ghijkl",
    "  two",
  ]);
});

test("blanks where a line breaks do not set in the next one", () => {
  expect(wrappedLine([plain("why it is"), plain("  file:7")], 9).map(textOfLine)).toEqual(["why it is", "  file:7"]);
});
