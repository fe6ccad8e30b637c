import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { patchText } from "../../../../src/annex/edit/report/patch.ts";
import { placedChanges } from "../../../../src/annex/edit/report/placed-changes.ts";
import { bytesAfter, type FileEdit, type TextChange } from "../../../../src/model/results/file-edit.ts";

function edit(text: string, changes: readonly (readonly [old: string, now: string])[], more: Partial<TextChange> = {}) {
  const before = Buffer.from(text);
  const placed = changes.map(([old, now]) => {
    const start = before.indexOf(old);
    return { start, end: start + Buffer.byteLength(old), text: now, ...more };
  });
  return { path: "nodes/a.yml", before, changes: placed } satisfies FileEdit;
}

function after(file: FileEdit): string {
  return Buffer.from(bytesAfter(file)).toString();
}

const FORMS = {
  "line ends of Windows": "a: 1\r\nb: 2\r\nc: 3\r\n",
  "mixed line ends": "a: 1\r\nb: 2\nc: 3\r\n",
  "no newline at the end": "a: 1\nb: 2\nc: 3",
  "a byte order mark": "\ufeffa: 1\nb: 2\n",
  "trailing spaces": "a: 1   \nb: 2\t\n\n\n",
  "characters of several bytes": "# zürich 🚀\nä: 1\nb: 2\n",
};

test.each(Object.entries(FORMS))("every byte outside the changes stays: %s", (_, text) => {
  expect(after(edit(text, [["b: 2", "b: 20"]]))).toBe(text.replace("b: 2", "b: 20"));
  expect(after(edit(text, []))).toBe(text);
});

test("changes are made in the order of their places, each with an offset of the file before", () => {
  const file = edit("a: 1\nb: 2\n", [
    ["2", "twenty"],
    ["1", ""],
  ]);
  expect(after(file)).toBe("a: \nb: twenty\n");
  expect(() => bytesAfter({ ...file, changes: [...file.changes, { start: 3, end: 9, text: "" }] })).toThrow("overlap");
});

test("a place is a line and a column in characters; a byte order mark is in no column", () => {
  const file = edit("\ufeffä: 🚀 x\r\nb: 2", [
    ["x", "y"],
    ["ä", "a"],
    ["2", "3"],
  ]);
  expect(placedChanges(file)).toEqual([
    { line: 1, column: 1, bytes: [3, 5], old: "ä", new: "a" },
    { line: 1, column: 6, bytes: [12, 13], old: "x", new: "y" },
    { line: 2, column: 4, bytes: [18, 19], old: "2", new: "3" },
  ]);
});

test("a secret is in neither text of a change, nor in a patch, which says that it is none", () => {
  const file = edit("a: 1\npassword: hunter2\n", [["hunter2", "swordfish"]], { secret: true });
  expect(placedChanges(file)).toMatchObject([{ line: 2, old: "(secret)", new: "(secret)" }]);
  const patch = patchText([file], "");
  expect(patch).toMatch(/^# not complete: 1 secret\n/);
  expect(patch).not.toMatch(/hunter2|swordfish/);
});

test("git apply makes the same edit of a patch", () => {
  const top = mkdtempSync(join(tmpdir(), "heir-patch-"));
  const files = Object.values(FORMS).map((text, index) => {
    const path = `in "v"/${index} ä.yml`;
    return { ...edit(text, [["b: 2", "b: 20\nd: 4"]]), path: index === 0 ? `${path}.moved` : path, from: path };
  });
  const empty = { path: "empty", before: Buffer.from(""), changes: [{ start: 0, end: 0, text: "a: 1\n" }] };
  const all: readonly FileEdit[] = [...files, empty, { ...edit("x", []), path: "to.yml", from: "from.yml" }];
  const run = (args: readonly string[], input = "") => execFileSync("git", args, { cwd: top, input });
  try {
    run(["init", "-q"]);
    run(["config", "core.autocrlf", "false"]);
    execFileSync("mkdir", ["-p", join(top, 'inv/in "v"')]);
    for (const { path, from = path, before } of all) writeFileSync(join(top, "inv", from), before);
    run(["apply"], patchText(all, "inv"));
    for (const each of all) expect(readFileSync(join(top, "inv", each.path), "utf8")).toBe(after(each));
  } finally {
    rmSync(top, { recursive: true });
  }
});
