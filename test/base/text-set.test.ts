import fc from "fast-check";
import { expect, test } from "vitest";
import { TextSet } from "../../src/base/text-set.ts";

test.each([
  [["geheim"], "a geheim b", "a # b"],
  [["geheim"], "geheimgeheim", "##"],
  [["abcd", "cdef"], "xabcdefy", "x#y"],
  [["abc", "abcdef"], "abcdef abcx", "# #x"],
  [["bcde"], "abcabcdef", "abca#f"],
  [["she", "hers"], "ushers", "u#"],
  [["123456"], "id 123456, 91234567", "id #, 91234567"],
  [["é😀x"], "aé😀xb", "a#b"],
  [[], "nothing", "nothing"],
])("%j in %s gives %s", (texts, text, out) => {
  expect(new TextSet(texts).replace(text, "#")).toBe(out);
});

test("no text of the set is left, whatever they have in common", () => {
  const letters = fc.stringMatching(/^[abc]{1,6}$/);
  fc.assert(
    fc.property(
      fc.array(letters, { minLength: 1, maxLength: 6 }),
      fc.stringMatching(/^[abc]{0,40}$/),
      (texts, text) => {
        const out = new TextSet(texts).replace(text, "#");
        for (const each of texts) expect(out).not.toContain(each);
      },
    ),
  );
});
