import fc from "fast-check";
import { expect, test } from "vitest";
import { TextPresence } from "../../src/base/text-presence.ts";

function presence(texts: readonly string[]): TextPresence {
  const made = new TextPresence(3);
  for (const text of texts) made.add(text);
  return made;
}

test.each([
  [["geheim"], "a geheim b", true],
  [["geheim"], "geheim", true],
  [["geheim"], "a gehei", true],
  [["geheim"], "a geh", true],
  [["geheim"], "a ge heim", false],
  [["é😀x"], "aé😀xb", true],
  [["abc", "abd"], "abx abd", true],
  [[], "nothing", false],
])("%j may be in %s: %s", (texts, text, expected) => {
  expect(presence(texts).mayBeIn(text)).toBe(expected);
});

test("a text of the set is never missed, and texts without a beginning are passed", () => {
  const letters = fc.stringMatching(/^[abc]{3,6}$/);
  fc.assert(
    fc.property(
      fc.array(letters, { minLength: 1, maxLength: 6 }),
      fc.stringMatching(/^[abc]{0,40}$/),
      (texts, text) => {
        const isThere = texts.some((each) => text.includes(each.slice(0, 3)));
        expect(presence(texts).mayBeIn(text)).toBe(isThere);
      },
    ),
  );
});

test("of a large set it says nothing", () => {
  const many = Array.from({ length: 501 }, (_, at) => `${at}`.padStart(3, "x"));
  expect(presence(many).mayBeIn("nothing")).toBe(true);
});
