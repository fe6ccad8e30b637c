import { copyFileSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openCatFile } from "../../../../src/source/git/binary/cat-file.ts";
import { gitProgram } from "../../../../src/source/git/program/program.ts";
import { openSource } from "../../../../src/source/open.ts";
import { plainReader } from "../../../support/finder.ts";
import { countedGit, newRepo, type TestRepo } from "../../../support/git/repo.ts";

test("a thousand blobs are read by one process", async () => {
  const repo = newRepo();
  const files = Array.from({ length: 1000 }, (_, index) => [`nodes/n${index}.yml`, `index: ${index}\n`] as const);
  repo.commit("many", Object.fromEntries(files));
  const counted = countedGit();
  const source = await openSource({ reader: plainReader, cwd: repo.dir, env: { ...repo.env, PATH: counted.path } });
  const snapshot = await source.commit("HEAD");
  const bytes = await snapshot.read(snapshot.blobs.values());
  for (const [path, text] of files) expect(textOf(bytes, snapshot.blobs.get(path))).toBe(text);
  await source.close();
  expect(counted.commands()).toEqual(["rev-parse", "cat-file", "ls-tree"]);
});

test("requests made together are answered each with its own object", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a\n", "b.yml": "b\n" });
  const objects = openCatFile(programOf(repo));
  const names = ["HEAD:a.yml", "nothing", "HEAD:b.yml", "HEAD:a.yml", "-x", "HEAD: missing"];
  const replies = await Promise.all(names.map((name) => objects.read(name)));
  expect(replies.map((reply) => (reply.kind === "object" ? reply.body.toString() : reply.kind))).toEqual([
    "a\n",
    "missing",
    "b\n",
    "a\n",
    "missing",
    "missing",
  ]);
  objects.close();
});

test("bytes that do not hash to the id are no answer", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a\n", "b.yml": "b\n" });
  const [a, b] = [repo.git("rev-parse", "HEAD:a.yml"), repo.git("rev-parse", "HEAD:b.yml")];
  const file = (id: string) => join(repo.dir, ".git/objects", id.slice(0, 2), id.slice(2));
  rmSync(file(a));
  copyFileSync(file(b), file(a));
  const objects = openCatFile(programOf(repo));
  await expect(objects.read(a)).rejects.toThrow(`object ${a} is corrupt`);
  expect(await objects.read(b)).toMatchObject({ kind: "object", id: b });
  objects.close();
});

test("a name with a line break is refused before it reaches git", async () => {
  const objects = openCatFile(programOf(newRepo()));
  await expect(objects.read("HEAD\nHEAD")).rejects.toMatchObject({ name: "HeirError", kind: "usage" });
  objects.close();
});

test("closing ends requests still open, and what is read afterwards leaves no process", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a\n" });
  const objects = openCatFile(programOf(repo));
  const open = objects.read("HEAD:a.yml");
  objects.close();
  await expect(open).rejects.toThrow("the repository was closed while it was being read");
  const later = await Promise.all([objects.read("HEAD:a.yml"), objects.read("HEAD")]);
  expect(later.map(({ kind }) => kind)).toEqual(["object", "object"]);
  const children = () => readdirSync("/proc").filter((pid) => isCatFileOf(pid, repo.dir));
  if (process.platform === "linux") await vi.waitFor(() => expect(children()).toEqual([]));
});

/** Whether a process is git reading objects in a repository. */
function isCatFileOf(pid: string, dir: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === dir && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("cat-file")
    );
  } catch {
    return false;
  }
}

test("when git dies its words are passed on, and the next request starts it again", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a\n" });
  const objects = openCatFile(programOf(repo));
  await expect(objects.read("HEAD@{99}")).rejects.toThrow("git cat-file failed: log for 'HEAD' only has 1 entries");
  expect((await objects.read("HEAD:a.yml")).kind).toBe("object");
  objects.close();
});

test("without a git program the error says so", async () => {
  const repo = newRepo();
  const objects = openCatFile(gitProgram(repo.dir, { PATH: "" }));
  await expect(objects.read("HEAD")).rejects.toMatchObject({ name: "GitMissing", message: "no git program was found" });
});

test("an abort in the middle of a long read ends it at once", async () => {
  const repo = newRepo();
  const files = Array.from({ length: 1500 }, (_, index) => [`nodes/n${index}.yml`, `index: ${index}\n`] as const);
  repo.commit("many", Object.fromEntries(files));
  const source = await openSource({ reader: plainReader, cwd: repo.dir, env: repo.env });
  const snapshot = await source.commit("HEAD");
  const controller = new AbortController();
  const reading = snapshot.read(snapshot.blobs.values(), { signal: controller.signal });
  setImmediate(() => controller.abort());
  await expect(reading).rejects.toMatchObject({ name: "AbortError" });
  expect((await snapshot.read(snapshot.blobs.values())).size).toBe(1500);
  await source.close();
});

function programOf(repo: TestRepo) {
  return gitProgram(repo.dir, repo.env);
}

function textOf(bytes: ReadonlyMap<string, Uint8Array>, id: string | undefined): string {
  return Buffer.from(bytes.get(id ?? "") ?? []).toString();
}
