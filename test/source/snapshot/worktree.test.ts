import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Snapshot } from "../../../src/model/inventory/snapshot.ts";
import { openSource } from "../../../src/source/open.ts";
import { plainReader } from "../../support/finder.ts";
import { countedGit, newRepo, repoAt, type TestRepo, tempDir } from "../../support/git/repo.ts";

test("changed, new, deleted and ignored files count as they are on disk", async () => {
  const repo = newRepo();
  repo.commit("one", {
    "nodes/same.yml": "s: 1\n",
    "nodes/changed.yml": "c: 1\n",
    "nodes/gone.yml": "g: 1\n",
    "nodes/unstaged.yml": "u: 1\n",
    ".gitignore": "ignored.yml\n",
  });
  repo.write("nodes/changed.yml", "c: 2\n");
  repo.write("nodes/new.yml", "n: 1\n");
  repo.write("nodes/ignored.yml", "i: 1\n");
  repo.write("nodes/staged.yml", "t: 1\n");
  repo.git("add", "nodes/staged.yml");
  repo.git("rm", "-q", "--cached", "nodes/unstaged.yml");
  unlinkSync(join(repo.dir, "nodes/gone.yml"));
  const snapshot = await worktreeOf(repo);
  expect(snapshot.title).toBe("work tree");
  expect(snapshot.files).toEqual({
    "nodes/changed.yml": "c: 2\n",
    "nodes/new.yml": "n: 1\n",
    "nodes/same.yml": "s: 1\n",
    "nodes/staged.yml": "t: 1\n",
    "nodes/unstaged.yml": "u: 1\n",
  });
});

test("blob ids are those of git hash-object, for odd names and contents too", async () => {
  const repo = newRepo();
  repo.commit("one", { "tracked.yml": "t: 1\n" });
  const names = [
    "with space.yml",
    "new\nline.yml",
    "tab\t.yml",
    "größe.yml",
    "-dash.yml",
    'quote".yml',
    "🙂.yml",
    "*.yml",
  ];
  for (const name of names) repo.write(name, `name: ${JSON.stringify(name)}\n`);
  repo.write("empty.yml", "");
  repo.write("binary.yml", new Uint8Array([0, 200, 13, 10, 255]));
  repo.write("large.yml", new Uint8Array(6_000_000).fill(97));
  const { blobs, files } = await worktreeOf(repo);
  expect(Object.keys(files).sort()).toEqual([...names, "binary.yml", "empty.yml", "large.yml", "tracked.yml"].sort());
  for (const [path, id] of blobs) expect(id, path).toBe(repo.git("hash-object", "--no-filters", "--", path));
});

test("in a repository with sha256 ids they are sha256", async () => {
  const repo = newRepo({ format: "sha256" });
  repo.commit("one", { "a.yml": "a: 1\n" });
  repo.write("b.yml", "b: 1\n");
  const { blobs } = await worktreeOf(repo);
  for (const [path, id] of blobs) expect(id).toBe(repo.git("hash-object", path));
});

test("a file that was only touched keeps its id, and a clean tree equals its commit", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n", "b/c.json": "{}" });
  utimesSync(join(repo.dir, "a.yml"), 1_500_000_000, 1_500_000_000);
  const index = statSync(join(repo.dir, ".git/index")).mtimeMs;
  const source = await openSource({ reader: plainReader, cwd: repo.dir, env: repo.env });
  expect((await source.state({ kind: "worktree" })).blobs).toEqual((await source.commit("HEAD")).blobs);
  expect(statSync(join(repo.dir, ".git/index")).mtimeMs).toBe(index);
  await source.close();
});

test("line ends that git converts are as in the commit while unchanged, as on disk once changed", async () => {
  const repo = newRepo();
  repo.write(".gitattributes", "* text eol=crlf\n");
  repo.commit("one", { "same.yml": "a: 1\n", "changed.yml": "a: 1\n" });
  rmSync(join(repo.dir, "same.yml"));
  repo.git("checkout", "-q", "--", "same.yml");
  expect(readFileSync(join(repo.dir, "same.yml"), "utf8")).toBe("a: 1\r\n");
  repo.write("changed.yml", "a: 2\r\n");
  expect((await worktreeOf(repo)).files).toEqual({ "changed.yml": "a: 2\r\n", "same.yml": "a: 1\n" });
});

test("the content is that of the listing, whatever happens to the file later", async () => {
  const repo = newRepo();
  repo.git("config", "heir.folder", ".");
  repo.commit("one", { "a.yml": "a: 1\n" });
  repo.write("a.yml", "a: 2\n");
  repo.write("b.yml", "b: 2\n");
  const source = await openSource({ reader: plainReader, cwd: repo.dir, env: repo.env });
  const snapshot = await source.state({ kind: "worktree" });
  repo.write("a.yml", "a: 3\n");
  unlinkSync(join(repo.dir, "b.yml"));
  expect(await filesOf(snapshot)).toEqual({ "a.yml": "a: 2\n", "b.yml": "b: 2\n" });
  await source.close();
});

test("links are followed inside the repository, tracked and untracked", async () => {
  const repo = newRepo();
  repo.commit("one", { "inv/nodes/a.yml": "a: 1\n", "inv/shared/s.yml": "s: 1\n", "secret.yml": "hunter2\n" });
  symlinkSync("../shared", join(repo.dir, "inv/nodes/more"));
  symlinkSync("a.yml", join(repo.dir, "inv/nodes/b.yml"));
  repo.git("add", "-A");
  symlinkSync("../../secret.yml", join(repo.dir, "inv/nodes/out.yml"));
  symlinkSync("a.yml", join(repo.dir, "inv/nodes/untracked.yml"));
  const { files, told, folders } = await worktreeOf(repo, "inv");
  expect(files).toEqual({
    "nodes/a.yml": "a: 1\n",
    "nodes/b.yml": "a: 1\n",
    "nodes/more/s.yml": "s: 1\n",
    "nodes/out.yml": "hunter2\n",
    "nodes/untracked.yml": "a: 1\n",
    "shared/s.yml": "s: 1\n",
  });
  expect(told).toEqual([]);
  expect(["more", "nodes", "nodes/more", "shared"].filter((path) => folders.has(path))).toEqual([
    "nodes",
    "nodes/more",
    "shared",
  ]);
});

test("a tracked folder that became a link out of the tree shows nothing of what is there", async () => {
  const repo = newRepo();
  repo.commit("one", { "inv/nodes/a.yml": "a: 1\n", "inv/x.yml": "x: 1\n" });
  const outside = tempDir();
  repo.write(join("..", outside.split("/").at(-1) ?? "", "a.yml"), "hunter2\n");
  rmSync(join(repo.dir, "inv/nodes"), { recursive: true });
  symlinkSync(outside, join(repo.dir, "inv/nodes"));
  const { files, told } = await worktreeOf(repo, "inv");
  expect(files).toEqual({ "x.yml": "x: 1\n" });
  expect(told).toEqual(["symlink-escape nodes: symbolic link nodes leads out of the repository"]);
});

test("a file replaced by a folder, and a folder named like a file, hold no file of that name", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n", "b.yml/c.yml": "c: 1\n" });
  unlinkSync(join(repo.dir, "a.yml"));
  repo.write("a.yml/inner.yml", "i: 1\n");
  expect((await worktreeOf(repo)).files).toEqual({ "a.yml/inner.yml": "i: 1\n", "b.yml/c.yml": "c: 1\n" });
});

test("unmerged files are read as they lie there, markers and all", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "x: 1\n" });
  repo.git("checkout", "-q", "-b", "side");
  repo.commit("two", { "a.yml": "x: 2\n" });
  repo.git("checkout", "-q", "main");
  repo.commit("three", { "a.yml": "x: 3\n" });
  expect(() => repo.git("merge", "-q", "side")).toThrow();
  expect((await worktreeOf(repo)).files["a.yml"]).toContain("<<<<<<<");
});

test("a file only announced with add -N is there with its content", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n" });
  repo.write("b.yml", "b: 1\n");
  repo.git("add", "-N", "b.yml");
  expect((await worktreeOf(repo)).files).toEqual({ "a.yml": "a: 1\n", "b.yml": "b: 1\n" });
});

test("files left out of a sparse checkout count as unchanged", async () => {
  const repo = newRepo();
  repo.commit("one", { "nodes/a.yml": "a: 1\n", "classes/b.yml": "b: 1\n" });
  repo.git("sparse-checkout", "set", "--cone", "nodes");
  expect(readdirSync(repo.dir)).not.toContain("classes");
  expect((await worktreeOf(repo)).files).toEqual({ "classes/b.yml": "b: 1\n", "nodes/a.yml": "a: 1\n" });
});

test("submodules and repositories inside are not entered", async () => {
  const library = newRepo();
  library.commit("one", { "l.yml": "l: 1\n" });
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n" });
  repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.dir, "sub");
  repo.git("clone", "-q", library.dir, "inner");
  expect((await worktreeOf(repo)).files).toEqual({ "a.yml": "a: 1\n" });
});

test("a folder of an unrelated repository that tracks nothing of it is a plain directory", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n", ".gitignore": "cases/\n" });
  repo.write("cases/001/nodes/n.yml", "n: 1\n");
  const { files, title } = await worktreeOf(repo, "cases/001");
  expect([files, title]).toEqual([{ "nodes/n.yml": "n: 1\n" }, "work tree"]);
});

test("empty folders are folders", async () => {
  const repo = newRepo();
  repo.commit("one", { "classes/a.yml": "a: 1\n" });
  mkdirSync(join(repo.dir, "nodes"));
  mkdirSync(join(repo.dir, "classes/sub"));
  const { folders } = await worktreeOf(repo);
  const there = ["classes", "classes/sub", "nodes", "nodes/sub", ".git", ""].filter((path) => folders.has(path));
  expect(there).toEqual(["classes", "classes/sub", "nodes"]);
});

test("from a sub folder, and in a linked work tree, all of the inventory is read", async () => {
  const repo = newRepo();
  repo.commit("one", { "nodes/deep/a.yml": "a: 1\n", "classes/b.yml": "b: 1\n" });
  repo.write("classes/new.yml", "n: 1\n");
  const all = { "classes/b.yml": "b: 1\n", "classes/new.yml": "n: 1\n", "nodes/deep/a.yml": "a: 1\n" };
  expect((await worktreeOf({ ...repo, dir: join(repo.dir, "nodes/deep") })).files).toEqual(all);
  const linked = join(tempDir(), "a linked one");
  repo.git("worktree", "add", "-q", "-b", "side", linked);
  expect((await worktreeOf(repoAt(join(linked, "nodes")))).files).toEqual({
    "classes/b.yml": "b: 1\n",
    "nodes/deep/a.yml": "a: 1\n",
  });
});

test.skipIf(process.getuid?.() === 0)("a file that may not be read is told of and left out", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n" });
  repo.write("closed.yml", "c: 1\n");
  chmodSync(join(repo.dir, "closed.yml"), 0);
  const { files, told } = await worktreeOf(repo);
  expect(files).toEqual({ "a.yml": "a: 1\n" });
  expect(told).toEqual(["file-unreadable closed.yml: cannot read closed.yml: permission denied"]);
});

test("a bare repository has no work tree", async () => {
  await expect(worktreeOf(newRepo({ bare: true }))).rejects.toMatchObject({
    message: "a bare repository has no work tree",
  });
});

test("listing takes one git process besides finding the repository", async () => {
  const repo = newRepo();
  repo.write("a.yml", "a: 1\n");
  // Older than the index: what is as old as that is read from disk.
  utimesSync(join(repo.dir, "a.yml"), 1_500_000_000, 1_500_000_000);
  repo.commit("one");
  repo.write("b.yml", "b: 1\n");
  const counted = countedGit();
  await worktreeOf({ ...repo, env: { ...repo.env, PATH: counted.path } });
  expect(counted.commands().filter((name) => name !== "config")).toEqual(["rev-parse", "ls-files", "cat-file"]);
});

test("edited files are read in the form that git stores: ids are not expanded, text is UTF-8", async () => {
  const repo = newRepo();
  repo.commit("one", {
    ".gitattributes": "*.yml ident\nlatin.yml working-tree-encoding=ISO-8859-1\n",
    "deep/a.yml": "a: 1\n",
  });
  repo.write("deep/a.yml", 'id: "$Id: 0123 $"\n');
  repo.write("latin.yml", Buffer.from("k: zw\u00f6lf\n", "latin1"));
  const { files, blobs } = await worktreeOf(repo);
  expect(files).toEqual({ "deep/a.yml": 'id: "$Id$"\n', "latin.yml": "k: zw\u00f6lf\n" });
  for (const [path, id] of blobs) expect(id, path).toBe(repo.git("hash-object", "--", path));
  expect((await worktreeOf(repo, "deep")).files).toEqual({ "a.yml": 'id: "$Id$"\n' });
});

test("attributes of the repository alone count, and of the nearest folder first", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n", "b/.gitattributes": "*.yml -ident\n", "b/c.yml": "c: 1\n" });
  repo.write(".git/info/attributes", "a.yml ident\n");
  repo.write(".gitattributes", "b/*.yml ident\n");
  repo.write("a.yml", "a: $Id: x$\n");
  repo.write("b/c.yml", "c: $Id: x$\n");
  expect((await worktreeOf(repo)).files).toEqual({ "a.yml": "a: $Id$\n", "b/c.yml": "c: $Id: x$\n" });
});

test("a file in an encoding that heir does not know is told of and left out", async () => {
  const repo = newRepo();
  repo.commit("one", { ".gitattributes": "*.yml working-tree-encoding=EBCDIC-US\n" });
  repo.write("a.yml", "a: 1\n");
  const { files, told } = await worktreeOf(repo);
  expect(files).toEqual({});
  expect(told).toEqual(["file-unreadable a.yml: cannot read a.yml: its working-tree-encoding EBCDIC-US is unknown"]);
});

test("git is asked for attributes only where files are edited and attributes say how they are stored", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n", ".gitattributes": "*.yml text\n" });
  const counted = countedGit();
  const commands = async () => {
    const before = counted.commands().length;
    await worktreeOf({ ...repo, env: { ...repo.env, PATH: counted.path } });
    return counted.commands().slice(before);
  };
  repo.write("b.yml", "b: 1\n");
  expect(await commands()).not.toContain("check-attr");
  repo.write("sub/.gitattributes", "*.yml ident\n");
  expect(await commands()).toContain("check-attr");
});

async function worktreeOf(repo: TestRepo, directory?: string) {
  // Any folder is an inventory if it is chosen.
  repo.git("config", "heir.folder", directory ?? ".");
  const at = directory !== undefined && { directory };
  const source = await openSource({ cwd: repo.dir, env: repo.env, reader: plainReader, ...at });
  try {
    const snapshot = await source.state({ kind: "worktree" });
    const told = snapshot.diagnostics.map(({ code, span, message }) => `${code} ${span?.file.path}: ${message}`);
    const { title, blobs, folders } = snapshot;
    return { title, blobs, folders, files: await filesOf(snapshot), told };
  } finally {
    await source.close();
  }
}

async function filesOf(snapshot: Snapshot): Promise<Readonly<Record<string, string>>> {
  const bytes = await snapshot.read(snapshot.blobs.values());
  return Object.fromEntries(
    [...snapshot.blobs].map(([path, id]) => [path, Buffer.from(bytes.get(id) ?? []).toString()]),
  );
}
