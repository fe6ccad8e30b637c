import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeAnswer, writeExport } from "../../../src/workspace/write/export.ts";

let folder = "";
let out = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heir-export-"));
  out = join(folder, "out");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const exported = (...paths: readonly string[]) => ({
  form: "salt-top",
  commit: undefined,
  files: paths.map((path) => ({ path, text: `${path}\n` })),
  others: [],
});

test("an export with the same texts touches nothing", async () => {
  await writeExport(out, exported("a.json", "b.json"));
  for (const name of readdirSync(out)) utimesSync(join(out, name), 1, 1);
  await writeExport(out, exported("a.json", "b.json"));
  expect(readdirSync(out).map((name) => statSync(join(out, name)).mtimeMs)).toEqual([1000, 1000, 1000]);
});

test("files of an earlier export go with the folders that they leave empty, others stay", async () => {
  await writeExport(out, exported("a/properties.d/properties.json", "b/properties.d/properties.json"));
  writeFileSync(join(out, "mine.json"), "x");
  writeFileSync(join(out, "b", "note"), "x");
  await writeExport(out, exported("c.json"));
  expect(readdirSync(out)).toEqual([".heir.json", "b", "c.json", "mine.json"]);
  expect(readdirSync(join(out, "b"))).toEqual(["note"]);
});

test("an export of some nodes leaves the files of the others, and names a commit only if it is that of all", async () => {
  const marked = () => JSON.parse(readFileSync(join(out, ".heir.json"), "utf8"));
  await writeExport(out, { ...exported("a.json", "b.json", "gone.json"), commit: "c1" });
  await writeExport(out, { ...exported("b.json"), commit: "c1", others: ["a.json", "new.json"] });
  expect(readdirSync(out)).toEqual([".heir.json", "a.json", "b.json"]);
  expect(marked()).toEqual({ v: 1, form: "salt-top", commit: "c1", files: ["a.json", "b.json"] });
  await writeExport(out, { ...exported("b.json"), commit: "c2", others: ["a.json"] });
  expect(marked()).toMatchObject({ commit: null, files: ["a.json", "b.json"] });
  await writeExport(out, { ...exported("b.json"), form: "terraform", others: ["a.json"] });
  expect(readdirSync(out)).toEqual([".heir.json", "b.json"]);
});

test.each(["../kept", "/kept", "a/../../kept", 7, null])(
  "a mark that lists %j removes nothing outside",
  async (path) => {
    writeFileSync(join(folder, "kept"), "x");
    mkdirSync(out);
    writeFileSync(join(out, ".heir.json"), JSON.stringify({ v: 1, files: [path] }));
    await writeExport(out, exported("a.json"));
    expect(readFileSync(join(folder, "kept"), "utf8")).toBe("x");
  },
);

test.each(["", "{", "[]", '{"files": "a"}'])("a mark that is %j is replaced", async (text) => {
  mkdirSync(out);
  writeFileSync(join(out, ".heir.json"), text);
  await writeExport(out, exported("a.json"));
  expect(JSON.parse(readFileSync(join(out, ".heir.json"), "utf8"))).toEqual({
    v: 1,
    form: "salt-top",
    commit: null,
    files: ["a.json"],
  });
});

test("no node can have the file of the mark", async () => {
  await expect(writeExport(out, exported(".heir.json"))).rejects.toThrow("no file of a node can be called .heir.json");
});

test("an answer is written once", async () => {
  const path = join(folder, "answer.json");
  await writeAnswer(path, "{}\n");
  utimesSync(path, 1, 1);
  await writeAnswer(path, "{}\n");
  expect(statSync(path).mtimeMs).toBe(1000);
  await writeAnswer(path, "[]\n");
  expect(readFileSync(path, "utf8")).toBe("[]\n");
});
