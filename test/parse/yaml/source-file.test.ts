import { expect, test } from "vitest";
import { encoded, read, told } from "./reading.ts";

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const utf16 = (text: string, mark: readonly number[], swap: boolean): Uint8Array => {
  const body = Buffer.from(text, "utf16le");
  return Uint8Array.from([...mark, ...(swap ? body.swap16() : body)]);
};
const map = [
  "map",
  [
    [
      ["text", "é"],
      ["int", "1"],
    ],
  ],
];

test("UTF-8, with or without a byte order mark", () => {
  expect(encoded(read("é: 1\n").value)).toEqual(map);
  expect(encoded(read("\ufeffé: 1\n").value)).toEqual(map);
});

test("UTF-16 with a byte order mark", () => {
  expect(encoded(read(utf16("é: 1\n", [0xff, 0xfe], false)).value)).toEqual(map);
  expect(encoded(read(utf16("é: 1\n", [0xfe, 0xff], true)).value)).toEqual(map);
});

test("bytes that are no text are reported where they stand", () => {
  const outcome = read(bytes(0x61, 0x3a, 0x20, 0x31, 0x0a, 0x62, 0x3a, 0x20, 0xff));
  expect(told(outcome)).toEqual(["yaml-syntax 2:4-1 the file is not UTF-8 text"]);
});

test("half a character of UTF-16 is reported", () => {
  expect(told(read(bytes(0xff, 0xfe, 0x61, 0x00, 0x00, 0xd8)))[0]).toBe(
    "yaml-syntax 1:2-1 the file is not UTF-16 text",
  );
});
