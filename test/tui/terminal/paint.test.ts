import { expect, test } from "vitest";
import { Painter } from "../../../src/tui/terminal/theme.ts";

test("the first frame clears the screen, later ones write the lines that differ and nothing else", () => {
  const painter = new Painter();

  expect(painter.update(["one", "two"])).toBe("\u001b[?2026h\u001b[2J\u001b[1;1Hone\u001b[2;1Htwo\u001b[?2026l");
  expect(painter.update(["one", "2"])).toBe("\u001b[?2026h\u001b[2;1H2\u001b[?2026l");
  expect(painter.update(["one", "2"])).toBe("");
});

test("after something else wrote on the screen all of it is written again", () => {
  const painter = new Painter();
  painter.update(["one"]);
  painter.forget();

  expect(painter.update(["one"])).toContain("\u001b[2J");
});

test("what is announced stands in a row of its own with the cursor, and is said once", () => {
  const painter = new Painter();
  const at = "\u001b[24;1H";

  expect(painter.announce("one", 24)).toBe(`${at}\u001b[2Kone${at}\u001b[?25h`);
  expect(painter.announce("one", 24)).toBe(at);
  expect(painter.announce("two", 24)).toContain("two");
  painter.forget();
  expect(painter.announce("two", 24)).toContain("two");
});
