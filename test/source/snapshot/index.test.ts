import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openSource } from "../../../src/source/open.ts";
import { plainReader } from "../../support/finder.ts";
import { newRepo, repoAt, type TestRepo, tempDir } from "../../support/git/repo.ts";

test("the index is what a commit made now would hold", async () => {
  const repo = newRepo();
  repo.commit("one", { "nodes/a.yml": "a: 1\n", "nodes/gone.yml": "g: 1\n", "nodes/-dash.yml": "d: 1\n" });
  repo.write("nodes/a.yml", "a: 2\n");
  repo.write("nodes/new line\n.yml", "n: 1\n");
  repo.git("rm", "-q", "nodes/gone.yml");
  repo.git("add", "-A");
  repo.write("nodes/a.yml", "a: not staged\n");
  const { id, files, title } = await indexOf(repo);
  repo.git("commit", "-q", "-m", "two");
  expect(id).toBe(repo.git("rev-parse", "HEAD^{tree}"));
  expect(files).toEqual({ "nodes/-dash.yml": "d: 1\n", "nodes/a.yml": "a: 2\n", "nodes/new line\n.yml": "n: 1\n" });
  expect(title).toBe("index");
});

test("the index file keeps its bytes and its time, and no file is left behind", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n" });
  repo.write("a.yml", "a: 2\n");
  repo.git("add", "-A");
  const file = join(repo.dir, ".git", "index");
  const before = [readFileSync(file), statSync(file).mtimeMs];
  const temporary = tempDir();
  vi.stubEnv("TMPDIR", temporary);
  await indexOf(repo);
  vi.unstubAllEnvs();
  expect([readFileSync(file), statSync(file).mtimeMs]).toEqual(before);
  expect(readdirSync(temporary)).toEqual([]);
  expect(readdirSync(join(repo.dir, ".git")).filter((name) => name.endsWith(".lock"))).toEqual([]);
});

test("a lock held by another git does not stop it", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n" });
  repo.write(".git/index.lock", "");
  expect((await indexOf(repo)).files).toEqual({ "a.yml": "a: 1\n" });
});

test("an index named by GIT_INDEX_FILE is the one that counts, as in a hook of commit -a", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n" });
  copyFileSync(join(repo.dir, ".git/index"), join(repo.dir, ".git/index.lock"));
  const hook = repoAt(repo.dir, { GIT_INDEX_FILE: join(repo.dir, ".git/index.lock") });
  hook.write("a.yml", "a: 2\n");
  hook.git("add", "-A");
  expect((await indexOf(hook)).files).toEqual({ "a.yml": "a: 2\n" });
  expect((await indexOf(repo)).files).toEqual({ "a.yml": "a: 1\n" });
});

test("a relative GIT_INDEX_FILE means what it means to git, in a sub folder too", async () => {
  const repo = newRepo();
  repo.commit("one", { "nodes/a.yml": "a: 1\n" });
  copyFileSync(join(repo.dir, ".git/index"), join(repo.dir, "other-index"));
  const other = repoAt(repo.dir, { GIT_INDEX_FILE: "other-index" });
  other.git("rm", "-q", "--cached", "nodes/a.yml");
  expect((await indexOf(other)).files).toEqual({});
  expect((await indexOf({ ...other, dir: join(repo.dir, "nodes") })).files).toEqual({});
  expect((await indexOf(repo)).files).toEqual({ "nodes/a.yml": "a: 1\n" });
});

test("a file only announced with add -N is not in it", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n" });
  repo.write("b.yml", "b: 1\n");
  repo.git("add", "-N", "b.yml");
  expect((await indexOf(repo)).files).toEqual({ "a.yml": "a: 1\n" });
});

test("unmerged paths are listed but cannot be read, the rest is read", async () => {
  const repo = conflicted();
  const index = join(repo.dir, ".git", "index");
  const before = readFileSync(index);
  const { id, files, unread, told } = await indexOf(repo);
  expect(files).toEqual({ "inv/c.yml": "c: 1\n" });
  expect(unread).toEqual(["inv/a.yml", "inv/b\n.yml"]);
  expect(told).toEqual([
    "unmerged inv/a.yml: inv/a.yml is not merged: the index holds more than one version of it",
    "unmerged inv/b\n.yml: inv/b\n.yml is not merged: the index holds more than one version of it",
  ]);
  expect(readFileSync(index)).toEqual(before);
  repo.git("rm", "-q", "-f", ...unread);
  const { id: rest, files: same } = await indexOf(repo);
  expect(same).toEqual(files);
  // What is known of the tree without these paths does not hold for the state with them.
  expect(id).not.toBe(rest);
});

test("only unmerged paths below the inventory folder are told of", async () => {
  const repo = conflicted();
  const { told } = await indexOf(repo);
  expect(told).toHaveLength(2);
  repo.git("config", "heir.folder", "inv");
  const inside = await openSource({ reader: plainReader, cwd: repo.dir, directory: "inv", env: repo.env });
  const snapshot = await inside.state({ kind: "index" });
  expect(snapshot.diagnostics.map(({ span }) => span?.file.path)).toEqual(["a.yml", "b\n.yml"]);
  await inside.close();
});

test.each([
  ["version 4", ["update-index", "--index-version", "4"]],
  ["split", ["update-index", "--split-index"]],
  ["sparse", ["sparse-checkout", "set", "--cone", "--sparse-index", "nodes"]],
])("an index that is %s reads the same", async (_, command) => {
  const repo = newRepo();
  repo.commit("one", { "nodes/a.yml": "a: 1\n", "classes/b.yml": "b: 1\n", "classes/sub/c.yml": "c: 1\n" });
  repo.git("config", "core.splitIndex", "false");
  repo.git(...command);
  if (command.includes("--split-index")) repo.git("config", "core.splitIndex", "true");
  repo.write("nodes/a.yml", "a: 2\n");
  repo.git("add", "nodes/a.yml");
  const shared = readdirSync(join(repo.dir, ".git")).filter((name) => name.startsWith("sharedindex"));
  const { id, files } = await indexOf(repo);
  expect(files).toEqual({ "classes/b.yml": "b: 1\n", "classes/sub/c.yml": "c: 1\n", "nodes/a.yml": "a: 2\n" });
  expect(readdirSync(join(repo.dir, ".git")).filter((name) => name.startsWith("sharedindex"))).toEqual(shared);
  repo.git("commit", "-q", "-m", "two");
  expect(id).toBe(repo.git("rev-parse", "HEAD^{tree}"));
});

test("in a new repository it is empty", async () => {
  const repo = newRepo();
  expect(existsSync(join(repo.dir, ".git", "index"))).toBe(false);
  const { id, files } = await indexOf(repo);
  expect([id, files]).toEqual(["4b825dc642cb6eb9a060e54bf8d69288fbee4904", {}]);
});

test("a bare repository has none, unless one is named", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n" });
  const dir = join(tempDir(), "bare.git");
  repo.git("clone", "-q", "--bare", repo.dir, dir);
  await expect(indexOf(repoAt(dir))).rejects.toMatchObject({ message: "a bare repository has no index" });
  const named = repoAt(dir, { GIT_INDEX_FILE: join(repo.dir, ".git", "index") });
  expect((await indexOf(named)).files).toEqual({ "a.yml": "a: 1\n" });
});

test("a damaged index is an error in git's words", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n" });
  repo.write(".git/index", "no index at all, but long enough to be looked at");
  await expect(indexOf(repo)).rejects.toMatchObject({ name: "HeirError", message: /^git \S+ failed: / });
  rmSync(join(repo.dir, ".git", "index"));
});

/** Two files that both sides changed, one that neither did. */
function conflicted(): TestRepo {
  const repo = newRepo();
  const both = (text: string) => ({ "inv/a.yml": text, "inv/b\n.yml": text, "beside.yml": text });
  repo.commit("one", { ...both("x: 1\n"), "inv/c.yml": "c: 1\n" });
  repo.git("checkout", "-q", "-b", "side");
  repo.commit("two", both("x: 2\n"));
  repo.git("checkout", "-q", "main");
  repo.commit("three", both("x: 3\n"));
  expect(() => repo.git("merge", "-q", "side")).toThrow();
  repo.git("rm", "-q", "-f", "beside.yml");
  return repo;
}

async function indexOf(repo: TestRepo, directory?: string) {
  // Any folder is an inventory if it is chosen.
  repo.git("config", "heir.folder", directory ?? ".");
  const at = directory !== undefined && { directory };
  const source = await openSource({ cwd: repo.dir, env: repo.env, reader: plainReader, ...at });
  try {
    const snapshot = await source.state({ kind: "index" });
    const readable = [...snapshot.blobs].filter(([path]) => snapshot.unread?.has(path) !== true);
    const bytes = await snapshot.read(readable.map(([, id]) => id));
    const files: Record<string, string> = {};
    for (const [path, id] of readable) files[path] = Buffer.from(bytes.get(id) ?? []).toString();
    const unread = [...(snapshot.unread?.keys() ?? [])].filter((path) => snapshot.blobs.has(path));
    const told = snapshot.diagnostics.map(({ code, span, message }) => `${code} ${span?.file.path}: ${message}`);
    return { id: snapshot.id, title: snapshot.title, files, unread, told };
  } finally {
    await source.close();
  }
}
