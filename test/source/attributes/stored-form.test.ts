import { expect, test } from "vitest";
import { storedForm } from "../../../src/source/attributes/check-attr.ts";

test("$Id: …$ is stored as $Id$; what has no end on its line stays", () => {
  const text = "a: $Id: 0f3c $ $Id$\nb: $Id: open\nc: $Id: x$\nd: $Idx: y$\n";
  expect(stored(Buffer.from(text), { ident: true })).toBe("a: $Id$ $Id$\nb: $Id: open\nc: $Id$\nd: $Idx: y$\n");
  expect(stored(Buffer.from(text), {})).toBe(text);
});

test("bytes that are no UTF-8 stay beside an id", () => {
  const bytes = Buffer.from([0xff, ...Buffer.from("$Id: x$"), 0xfe]);
  expect(storedForm(bytes, { ident: true })).toEqual(Buffer.from([0xff, ...Buffer.from("$Id$"), 0xfe]));
});

test("text is stored as UTF-8, whatever its encoding in the work tree", () => {
  const text = "k: zwölf €\n";
  const little = Buffer.from(text, "utf16le");
  const big = Buffer.from(little).swap16();
  const marked = (mark: readonly number[], bytes: Buffer) => Buffer.from([...mark, ...bytes]);
  expect(stored(marked([0xff, 0xfe], little), { encoding: "UTF-16LE-BOM" })).toBe(text);
  expect(stored(marked([0xff, 0xfe], little), { encoding: "UTF-16" })).toBe(text);
  expect(stored(marked([0xfe, 0xff], big), { encoding: "utf-16" })).toBe(text);
  expect(stored(little, { encoding: "UTF-16LE" })).toBe(text);
  expect(stored(big, { encoding: "UTF-16BE" })).toBe(text);
  expect(stored(Buffer.from(text), { encoding: "UTF-8" })).toBe(text);
  expect(stored(Buffer.from([0xfc, 0x80]), { encoding: "ISO-8859-1" })).toBe("ü\u0080");
  expect(stored(Buffer.from([0x83, 0x41]), { encoding: "SHIFT-JIS" })).toBe("ア");
});

test("bytes of another encoding stay, and an unknown encoding is not guessed", () => {
  expect(storedForm(Buffer.from([0x61]), { encoding: "UTF-16LE" })).toEqual(Buffer.from([0x61]));
  expect(storedForm(Buffer.from("a"), { encoding: "UTF-32" })).toBeUndefined();
});

function stored(...parts: Parameters<typeof storedForm>): string {
  return Buffer.from(storedForm(...parts) ?? []).toString();
}
