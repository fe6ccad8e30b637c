import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryWorkspace, openWorkspace } from "../../../src/workspace/open.ts";
import type { Workspace } from "../../../src/workspace/workspace.ts";
import { type EditableFiles, editableFiles } from "../../../src/workspace/write/worktree-files.ts";
import { newRepo, tempDir } from "../../support/git/repo.ts";

const inner = newRepo();
const repo = newRepo();
let workspace: Workspace;
let files: EditableFiles;

beforeAll(async () => {
  inner.commit("inner", { "x.yml": "a: 1\n" });
  repo.write("nodes/plain.yml", "\ufeffa: 1\r\n");
  repo.write("classes/latin.yml", Buffer.from("a: \xe4\n", "latin1"));
  repo.write("classes/target.yml", "parameters: {t: 1}\n");
  symlinkSync("target.yml", join(repo.dir, "classes/alias.yml"));
  symlinkSync("alias.yml", join(repo.dir, "classes/other.yml"));
  repo.write("shared/one.yml", "a: 1\n");
  symlinkSync("../shared", join(repo.dir, "classes/linked"));
  repo.write("classes/sops.yml", "parameters: {p: 'ENC[AES256_GCM,data:x]'}\nsops: {version: 3}\n");
  repo.write("classes/lfs.yml", "version https://git-lfs.github.com/spec/v1\n");
  repo.write("classes/filtered.yml", "a: 1\n");
  repo.write(".gitattributes", "classes/filtered.yml filter=rot13\n");
  repo.write(".gitignore", "*.local.yml\n");
  repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.dir, "classes/vendor");
  repo.commit("first");
  repo.write("nodes/mine.local.yml", "a: 1\n");
  workspace = await openWorkspace({ cwd: repo.dir });
  files = await editableFiles(workspace, await workspace.snapshot("WORKTREE"));
});

afterAll(() => workspace.close());

test("a file that may be edited is read as it is on disk", async () => {
  expect(Buffer.from(await files.bytes("nodes/plain.yml")).toString()).toBe("\ufeffa: 1\r\n");
});

test.each([
  ["classes/vendor/x.yml", "in the submodule classes/vendor"],
  ["classes/alias.yml", "a symbolic link"],
  ["classes/target.yml", "where the link classes/alias.yml leads"],
  ["classes/linked/one.yml", "behind the link classes/linked"],
  ["shared/one.yml", "where the link classes/linked/one.yml leads"],
  ["../x.yml", "outside the inventory"],
  ["nodes/mine.local.yml", "ignored by git"],
  ["classes/filtered.yml", "stored through a filter of git"],
  ["classes/lfs.yml", "not checked out as text"],
  ["classes/sops.yml", "encrypted"],
  ["classes/latin.yml", "not UTF-8"],
])("%s is not edited", async (path, why) => {
  await expect(files.bytes(path)).rejects.toThrow(`${path} is not edited: it is ${why}`);
});

test("nothing on disk is edited outside git", async () => {
  const dir = tempDir();
  mkdirSync(join(dir, "nodes"));
  const outside = await openWorkspace({ cwd: dir });
  await expect(editableFiles(outside, await outside.snapshot("WORKTREE"))).rejects.toThrow("not in a git repository");
  await outside.close();
});

test("files in memory are read from their state", async () => {
  const memory = memoryWorkspace([["nodes/a.yml", "parameters: {}\n"]]);
  const edited = await editableFiles(memory, await memory.snapshot("WORKTREE"));
  expect(Buffer.from(await edited.bytes("nodes/a.yml")).toString()).toBe("parameters: {}\n");
  await expect(edited.bytes("nodes/b.yml")).rejects.toThrow("there is no file nodes/b.yml");
});
