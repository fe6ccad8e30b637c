import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeExport } from "../../../src/annex/forms/written.ts";
import { digest } from "../../../src/base/digest.ts";
import { writeAnswer } from "../../../src/workspace/write/named-files.ts";

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

/** Below the folder: what a process that has ended did not finish. */
const KILLED = [
  ["heir-tmp-999999999-b.json", "wri"],
  ["c/d/heir-tmp-999999999-e.json", ""],
];

test("an export with the same texts touches nothing", async () => {
  await writeExport(out, exported("a.json", "b.json"));
  for (const name of readdirSync(out)) utimesSync(join(out, name), 1, 1);
  await writeExport(out, exported("a.json", "b.json"));
  expect(readdirSync(out).map((name) => statSync(join(out, name)).mtimeMs)).toEqual([1000, 1000, 1000]);
});

test("of two exports to one folder at once one is refused, and a later one is not", async () => {
  const both = await Promise.allSettled([writeExport(out, exported("a.json")), writeExport(out, exported("b.json"))]);
  // Either may be the first to have the folder.
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(readdirSync(out)).toEqual([".heir.json", both[0].status === "fulfilled" ? "a.json" : "b.json"]);
  writeFileSync(join(out, ".heir.lock"), "999999999");
  await writeExport(out, exported("c.json"));
  expect(readdirSync(out)).toEqual([".heir.json", "c.json"]);
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

test.each(["hiera", "salt-top"])(
  "the next export, of %s, removes what a killed one left, and nothing else",
  async (form) => {
    await writeExport(out, exported("old.json"));
    mkdirSync(join(out, "c/d"), { recursive: true });
    const left = { "a.json": "written", "mine.json": "not yet written", "c/d/e.json": "not yet written" };
    for (const [name, text] of [...KILLED, ["a.json", "written"], ["mine.json", "x"]] as const) {
      writeFileSync(join(out, name), text);
    }
    const unfinished = Object.fromEntries(Object.entries(left).map(([path, text]) => [path, digest(text)]));
    writeFileSync(join(out, ".heir.json"), JSON.stringify({ v: 1, form: null, files: ["old.json"], unfinished }));
    await writeExport(out, { ...exported("b.json"), form, others: ["a.json", "old.json"] });
    expect(readdirSync(out)).toEqual([".heir.json", "b.json", "mine.json"]);
    expect(JSON.parse(readFileSync(join(out, ".heir.json"), "utf8"))).toEqual({
      v: 1,
      form,
      commit: null,
      files: ["b.json"],
    });
  },
);

test("an export that stops half-way names no commit, and lists what it was to write", async () => {
  await writeExport(out, { ...exported("a.json"), commit: "c1" });
  mkdirSync(join(out, "c.json"));
  const files = [{ path: "a.json", text: "new" }, ...exported("b.json", "c.json").files];
  await expect(writeExport(out, { ...exported(), commit: "c2", files })).rejects.toThrow("c.json");
  expect(JSON.parse(readFileSync(join(out, ".heir.json"), "utf8"))).toEqual({
    v: 1,
    form: "salt-top",
    commit: null,
    files: ["a.json"],
    unfinished: { "b.json": digest("b.json\n"), "c.json": digest("c.json\n") },
  });
});

test("a symbolic link in the folder leads nothing out of it", async () => {
  mkdirSync(join(folder, "home"));
  writeFileSync(join(folder, "home/kept"), "x");
  mkdirSync(out);
  symlinkSync("../home", join(out, "a"));
  writeFileSync(
    join(out, ".heir.json"),
    JSON.stringify({ v: 1, files: ["a/kept"], unfinished: { "a/kept": digest("x") } }),
  );
  await expect(writeExport(out, exported("b.json", "a/b.json"))).rejects.toThrow("/out/a is a symbolic link");
  await writeExport(out, exported("c.json"));
  expect(readdirSync(join(folder, "home"))).toEqual(["kept"]);
});

test.each(["../kept", "/kept", "a/../../kept", ".git/config", ".GIT/config", 7, null])(
  "a mark that lists %j removes nothing outside, and nothing of git",
  async (path) => {
    writeFileSync(join(folder, "kept"), "x");
    mkdirSync(join(out, ".git"), { recursive: true });
    writeFileSync(join(out, ".git/config"), "x");
    writeFileSync(
      join(out, ".heir.json"),
      JSON.stringify({ v: 1, files: [path], unfinished: { [`${path}`]: digest("x") } }),
    );
    await writeExport(out, exported("a.json"));
    expect(readFileSync(join(folder, "kept"), "utf8")).toBe("x");
    expect(readdirSync(join(out, ".git"))).toEqual(["config"]);
  },
);

test.each(["", "{", "[]", '{"files": "a", "unfinished": 1}', '{"unfinished": {"a": 1}}'])(
  "a mark that is %j is replaced",
  async (text) => {
    mkdirSync(out);
    writeFileSync(join(out, ".heir.json"), text);
    await writeExport(out, exported("a.json"));
    expect(JSON.parse(readFileSync(join(out, ".heir.json"), "utf8"))).toEqual({
      v: 1,
      form: "salt-top",
      commit: null,
      files: ["a.json"],
    });
  },
);

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
