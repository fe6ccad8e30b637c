import { chmodSync, mkdirSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Snapshot } from "../../../src/model/inventory/snapshot.ts";
import { directorySnapshots } from "../../../src/source/snapshot/folder.ts";
import { topFinder } from "../../support/finder.ts";
import { newRepo, tempDir } from "../../support/git/repo.ts";

test("every listed file below the folder is there with git's blob id", async () => {
  const repo = newRepo();
  const names = ["a.yml", "nodes/b c.yaml", "deep/er/c.json", ".hidden/d.yml", ".e.yml", "line\nend.yml", "größe.yml"];
  for (const name of names) repo.write(name, `name: ${JSON.stringify(name)}\n`);
  repo.write("readme.md", "no\n");
  repo.write("upper.YML", "no\n");
  repo.write(".git/inside.yml", "no\n");
  const snapshot = await directoryOf(repo.dir);
  expect([...snapshot.blobs.keys()].sort()).toEqual([...names].sort());
  for (const [path, id] of snapshot.blobs) expect(id).toBe(repo.git("hash-object", "--no-filters", "--", path));
  const folders = [".git", ".hidden", "deep", "deep/er", "nodes"].filter((path) => snapshot.folders.has(path));
  expect(folders).toEqual([".hidden", "deep", "deep/er", "nodes"]);
  expect([snapshot.title, snapshot.diagnostics]).toEqual(["directory", []]);
});

test("its id follows the content and nothing else", async () => {
  const [one, two] = [tempDir(), tempDir()];
  for (const folder of [one, two]) writeFileSync(join(folder, "a.yml"), "a: 1\n");
  writeFileSync(join(two, "notes.txt"), "not listed\n");
  const id = (await directoryOf(one)).id;
  expect((await directoryOf(two)).id).toBe(id);
  writeFileSync(join(two, "a.yml"), "a: 2\n");
  expect((await directoryOf(two)).id).not.toBe(id);
});

test("links are followed inside, relative or in full, and told of when they lead out", async () => {
  const folder = tempDir();
  mkdirSync(join(folder, "real"));
  writeFileSync(join(folder, "real/a.yml"), "a: 1\n");
  writeFileSync(join(folder, "text"), "t: 1\n");
  symlinkSync("real", join(folder, "linked"));
  symlinkSync(join(folder, "real/a.yml"), join(folder, "full.yml"));
  symlinkSync("text", join(folder, "named.yml"));
  symlinkSync("/etc/passwd", join(folder, "out.yml"));
  symlinkSync("nowhere", join(folder, "dangling.yml"));
  symlinkSync("loop.yml", join(folder, "loop.yml"));
  symlinkSync("..", join(folder, "real/up"));
  const snapshot = await directoryOf(folder);
  expect(await filesOf(snapshot)).toEqual({
    "dangling.yml": "nowhere",
    "full.yml": "a: 1\n",
    "linked/a.yml": "a: 1\n",
    "loop.yml": "loop.yml",
    "named.yml": "t: 1\n",
    "out.yml": "/etc/passwd",
    "real/a.yml": "a: 1\n",
  });
  expect([...(snapshot.unread ?? new Map()).keys()]).toEqual(["dangling.yml", "loop.yml", "out.yml"]);
  expect(snapshot.diagnostics.map(({ message }) => message)).toEqual([
    "symbolic link dangling.yml points to nothing",
    "symbolic link linked/up leads back to itself",
    "symbolic link loop.yml leads back to itself",
    "symbolic link out.yml leads out of the inventory folder",
    "symbolic link real/up leads back to itself",
  ]);
});

test("a folder named like a file, and a pipe, are no files", async () => {
  const repo = newRepo();
  mkdirSync(join(repo.dir, "folder.yml"));
  repo.write("a.yml", "a: 1\n");
  repo.git("-c", "alias.pipe=!mkfifo", "pipe", "pipe.yml");
  const snapshot = await directoryOf(repo.dir);
  expect([...snapshot.blobs.keys()]).toEqual(["a.yml"]);
  expect(["folder.yml", "pipe.yml"].filter((path) => snapshot.folders.has(path))).toEqual(["folder.yml"]);
});

test("a name that is no valid text is told of and left out", async () => {
  const folder = tempDir();
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/bad-`), Buffer.from([0xff]), Buffer.from(".yml")]), "b: 1\n");
  const snapshot = await directoryOf(folder);
  expect([...snapshot.blobs.keys()]).toEqual([]);
  expect(snapshot.diagnostics).toMatchObject([
    { code: "name-not-utf8", message: "the name of bad-\\xff.yml is not UTF-8" },
  ]);
});

test.skipIf(process.getuid?.() === 0)("what may not be read is told of and left out", async () => {
  const folder = tempDir();
  writeFileSync(join(folder, "a.yml"), "a: 1\n");
  writeFileSync(join(folder, "closed.yml"), "c: 1\n");
  mkdirSync(join(folder, "shut"));
  chmodSync(join(folder, "closed.yml"), 0);
  chmodSync(join(folder, "shut"), 0);
  const snapshot = await directoryOf(folder);
  chmodSync(join(folder, "shut"), 0o755);
  expect([...snapshot.blobs.keys()]).toEqual(["a.yml"]);
  expect(snapshot.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    "file-unreadable: cannot read folder shut: permission denied",
    "file-unreadable: cannot read closed.yml: permission denied",
  ]);
});

test("the content is that of the listing, whatever happens to the file later", async () => {
  const folder = tempDir();
  writeFileSync(join(folder, "a.yml"), "a: 1\n");
  const snapshot = await directoryOf(folder);
  unlinkSync(join(folder, "a.yml"));
  expect(await filesOf(snapshot)).toEqual({ "a.yml": "a: 1\n" });
});

test("a folder that is not there is an error", async () => {
  const folder = join(tempDir(), "none");
  await expect(directoryOf(folder)).rejects.toMatchObject({
    name: "HeirError",
    message: `cannot read ${folder}: there is no such directory`,
  });
});

test("an abort stops the listing", async () => {
  const folder = tempDir();
  for (let index = 0; index < 500; index += 1) writeFileSync(join(folder, `n${index}.yml`), `n: ${index}\n`);
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  await expect(directoryOf(folder, controller.signal)).rejects.toMatchObject({ name: "AbortError" });
});

async function filesOf(snapshot: Snapshot): Promise<Readonly<Record<string, string>>> {
  const bytes = await snapshot.read(snapshot.blobs.values());
  return Object.fromEntries(
    [...snapshot.blobs].sort().map(([path, id]) => [path, Buffer.from(bytes.get(id) ?? []).toString()]),
  );
}

async function directoryOf(folder: string, signal?: AbortSignal): Promise<Snapshot> {
  const [snapshot] = await directorySnapshots(folder, topFinder, { signal });
  return snapshot;
}
