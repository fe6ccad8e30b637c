import { expect, test } from "vitest";
import { displayWidth } from "../../../src/base/terminal-text.ts";
import { cell, fitted, plain, span, textOfLine } from "../../../src/tui/draw/line.ts";
import { hasOrders } from "../../support/tui/played.ts";

test.each([
  ["plain text", "ntp"],
  ["text that is too long", "a text that is longer than its room"],
  ["an escape that would clear the screen", "\u001b[2Jgone"],
  ["a title for the window", "\u001b]0;title\u0007x"],
  ["text that would run backwards", "abc\u202edef"],
  ["signs without a width", "a\u200bb\u200dc"],
  ["tabs and line ends", "a\tb\r\nc"],
  ["wide signs", "日本語のテキスト"],
  ["wide signs at the cut", "a日本語日本語日本語"],
  ["a heart in colour", "\u2764\ufe0f heart"],
  ["a hand with a tone of skin", "👍🏽 up"],
  ["a family of joined signs", "👩‍👩‍👧‍👦 home"],
  ["combined letters", "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301"],
])("%s takes exactly the room it is given", (_, text) => {
  for (const width of [0, 1, 2, 7, 12, 40]) {
    const line = textOfLine(fitted([plain(text), span("muted", " end")], width));

    expect(displayWidth(line), `${width}: ${line}`).toBe(width);
    expect(hasOrders(line)).toBe(false);
  }
});

test("an ellipsis marks what is cut off, even where a stretch ends at the edge", () => {
  expect(textOfLine(fitted([plain("abc"), plain("def")], 3))).toBe("ab…");
  expect(textOfLine(fitted([plain("abc"), plain("")], 3))).toBe("abc");
  expect(textOfLine(fitted([plain("abc  "), plain(" ")], 4)), "blanks at the end are not missed").toBe("abc ");
});

test("the ellipsis of a cut stands behind a word: alone it says that something is being computed", () => {
  expect(textOfLine(fitted([plain("second state")], 8))).toBe("second… ");
  expect(textOfLine(fitted([plain("tree "), plain("  1 edit")], 8))).toBe("tree…   ");
  expect(textOfLine(fitted([plain("second …  "), plain("12n")], 13))).toBe("second…   12n");
  expect(textOfLine(fitted([span("removed", "…and may …", "old")], 12)), "a word of a value").toBe("…and may …  ");
  expect(textOfLine(fitted([plain("12n"), plain(" …")], 6))).toBe("12n … ");
  expect(textOfLine(fitted([plain("… 2 lines folded")], 20))).toBe("… 2 lines folded    ");
});

test("cells are filled or cut in the middle", () => {
  expect([cell("ab", 4), cell("abcdefgh", 5)]).toEqual(["ab  ", "ab…gh"]);
});
