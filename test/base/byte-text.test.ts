import fc from "fast-check";
import { expect, test } from "vitest";
import { hasForeignBytes, textOfBytes } from "../../src/base/byte-text.ts";

test("UTF-8 is decoded, emoji and all; other bytes become lone surrogates as in Python's surrogateescape", () => {
  expect(textOfBytes(Buffer.from("é😀\ud7ff"))).toBe("é😀\ud7ff");
  expect(textOfBytes(Buffer.from([0x61, 0xff, 0xc3, 0xa9, 0xc3]))).toBe("a\udcffé\udcc3");
  expect(hasForeignBytes("é😀")).toBe(false);
  expect(hasForeignBytes("a\udcff")).toBe(true);
});

test("different bytes give different texts", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = textOfBytes(Buffer.from(bytes));
      const back = [...text].map((each) => {
        const code = each.codePointAt(0) ?? 0;
        return code >= 0xdc80 && code <= 0xdcff ? Buffer.from([code - 0xdc00]) : Buffer.from(each);
      });
      expect(Buffer.concat(back)).toEqual(Buffer.from(bytes));
    }),
  );
});
