import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { clip, clipPair, displayWidth, isNarrow, quotedText, terminalSafe } from "../../src/base/terminal-text.ts";

test("control, bidirectional and invisible characters are written out", () => {
  expect(terminalSafe("a\u001b[1m\u0007\u009b\u007f")).toBe("a\\x1b[1m\\x07\\x9b\\x7f");
  expect(terminalSafe("\u202ex\u2066\u200b\ufeff\u2028")).toBe("\\u202ex\\u2066\\u200b\\ufeff\\u2028");
  expect(terminalSafe("\t\u{e0041}\ud83d")).toBe("→\\u{e0041}\\ud83d");
  expect(terminalSafe("é 漢字 👩‍🚀")).toBe("é 漢字 👩‍🚀");
});

test("quoted text is escaped as in JSON", () => {
  expect(quotedText('a"b\\c\n\t\u001b')).toBe('"a\\"b\\\\c\\n\\t\\x1b"');
});

test("clipped text keeps both ends", () => {
  expect(clip("abcdefghij", 7)).toBe("abc…hij");
  expect(clip("漢字漢字漢字", 6)).toBe("漢…字");
  expect(clip("abc", 3)).toBe("abc");
});

test("clipped text fits, whatever it holds", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat(12), (text, width) => {
      expect(displayWidth(clip(terminalSafe(text), width))).toBeLessThanOrEqual(width);
    }),
  );
});

test("a clipped pair shows where the two differ", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60 }),
      fc.string({ maxLength: 60 }),
      fc.integer({ min: 12, max: 30 }),
      (head, tail, width) => {
        const [left, right] = clipPair(terminalSafe(`${head}OLD${tail}`), terminalSafe(`${head}NEW${tail}`), width);
        expect(displayWidth(left)).toBeLessThanOrEqual(width);
        expect(displayWidth(right)).toBeLessThanOrEqual(width);
        expect(left).toContain("OLD");
        expect(right).toContain("NEW");
      },
    ),
  );
});

test("what is counted without looking has the width that it would have if looked at", () => {
  for (let code = 0x20; code < 0x2800; code += 1) {
    const sign = String.fromCodePoint(code);
    if (isNarrow(sign)) expect(stringWidth(sign), code.toString(16)).toBe(1);
  }
  expect(isNarrow("e\u0301")).toBe(false);
});

test("the width of a long text is the sum of its parts", () => {
  expect(displayWidth(`${"9".repeat(200_000)}\ufffd`)).toBe(200_001);
  expect(displayWidth("漢e\u0301".repeat(50_000))).toBe(150_000);
  expect(displayWidth("漢".repeat(50_000))).toBe(100_000);
});
