import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LineFile, regularFileText } from "../../../src/source/disk/read-files.ts";
import { tempDir } from "../../support/git/repo.ts";

const folder = tempDir();

function lineFile(text: string): LineFile {
  const path = join(folder, "lines");
  writeFileSync(path, text);
  return new LineFile(path);
}

test.each([
  ["nothing", "", []],
  ["a last line without its end", "a\nb", ["a", "b"]],
  ["empty lines", "\na\n\n", ["", "a", ""]],
  ["letters of several bytes", "ä\n𝒳: ö\n", ["ä", "𝒳: ö"]],
])("%s", (_, text, lines) => {
  const file = lineFile(text);
  const found = [...file.lines()];

  expect(found.map((line) => line.text)).toEqual(lines);
  expect(found.map(({ at }) => file.read(at))).toEqual(lines);
  file.close();
});

test("lines that are longer than what is read at once, and letters where one reading ends", () => {
  const lines = ["short", "ä".repeat(3_000_001), "x".repeat((1 << 20) - 1), "ö", ""];
  const file = lineFile(`${lines.join("\n")}\n`);
  const found = [...file.lines()];

  expect(found.map((line) => line.text.length)).toEqual(lines.map((line) => line.length));
  expect(found.every(({ text, at }) => file.read(at) === text)).toBe(true);
  file.close();
});

test("of a pipe, which can be read only once, lines can be read again", () => {
  const path = join(folder, "pipe");
  execFileSync("mkfifo", [path]);
  spawn("sh", ["-c", `printf 'a\\nb\\n' >'${path}'`]);
  const file = new LineFile(path);
  const found = [...file.lines()];

  expect(found.map(({ at }) => file.read(at))).toEqual(["a", "b"]);
  expect([...file.lines()]).toEqual(found);
  file.close();
});

test("a folder, and a file that is not there, are told", () => {
  expect(() => new LineFile(folder)).toThrow(/cannot read .*: EISDIR/);
  expect(() => new LineFile(join(folder, "none"))).toThrow(/cannot read .*none: there is no such file/);
});

test("the text of a regular file; a pipe that nobody writes to, and a device, keep no reader", () => {
  const [path, pipe] = [join(folder, "text"), join(folder, "silent")];
  writeFileSync(path, "ä\n");
  execFileSync("mkfifo", [pipe]);

  expect([path, pipe, "/dev/zero", folder, join(folder, "none")].map(regularFileText)).toEqual(["ä\n", ...Array(4)]);
});
