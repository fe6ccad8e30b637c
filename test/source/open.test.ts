import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseComparison } from "../../src/model/inventory/revision.ts";
import { openSource, type Source } from "../../src/source/open.ts";
import { plainReader } from "../support/finder.ts";
import { hermeticEnv, newRepo, repoAt, tempDir } from "../support/git/repo.ts";

test("a plain directory has files, and says why it has no history", async () => {
  const folder = tempDir();
  mkdirSync(join(folder, "nodes"));
  writeFileSync(join(folder, "nodes/a.yml"), "a: 1\n");
  const source = await openSource({ reader: plainReader, cwd: folder, env: hermeticEnv() });
  expect([source.top, source.git]).toEqual([folder, undefined]);
  expect([...(await source.state({ kind: "worktree" })).blobs.keys()]).toEqual(["nodes/a.yml"]);
  const refused = { name: "HeirError", kind: "environment", message: "this folder is not in a git repository" };
  await expect(source.commit("HEAD")).rejects.toMatchObject(refused);
  await expect(source.state({ kind: "index" })).rejects.toMatchObject(refused);
  await expect(source.resolve("HEAD")).rejects.toMatchObject(refused);
  await expect(source.mergeBase("A", "B")).rejects.toMatchObject(refused);
  await source.close();
});

test("without a git program commits and what lies on disk are read all the same, the index is refused", async () => {
  const repo = newRepo();
  repo.commit("one", { "nodes/a.yml": "a: 1\n" });
  const source = await openSource({ reader: plainReader, cwd: repo.dir, env: { ...repo.env, PATH: "" } });
  const snapshot = await source.commit("HEAD");
  expect(snapshot.id).toBe(repo.git("rev-parse", "HEAD^{tree}"));
  expect((await snapshot.read(snapshot.blobs.values())).size).toBe(1);
  await expect(source.state({ kind: "index" })).rejects.toMatchObject({
    message: "reading the index needs the git program, and none was found",
    hint: "install git, or add it to PATH",
  });
  expect((await source.state({ kind: "worktree" })).title).toBe("directory");
  await source.close();
});

test("every comparison that can be named is a pair of snapshots", async () => {
  const repo = newRepo();
  repo.git("config", "heir.folder", ".");
  repo.commit("one", { "a.yml": "a: 1\n" });
  repo.git("checkout", "-q", "-b", "side");
  repo.commit("two", { "a.yml": "a: 2\n" });
  repo.git("checkout", "-q", "main");
  repo.commit("three", { "a.yml": "a: 3\n" });
  repo.write("a.yml", "a: 4\n");
  repo.git("add", "-A");
  repo.write("a.yml", "a: 5\n");
  const source = await openSource({ reader: plainReader, cwd: repo.dir, env: repo.env });
  const ends = async (...words: string[]) => {
    const { from, to } = parseComparison(words);
    return [await textOf(source, from), await textOf(source, to)];
  };
  expect(await ends()).toEqual(["a: 4\n", "a: 5\n"]);
  expect(await ends("HEAD~1")).toEqual(["a: 1\n", "a: 5\n"]);
  expect(await ends("side", "main")).toEqual(["a: 2\n", "a: 3\n"]);
  expect(await ends("side..")).toEqual(["a: 2\n", "a: 3\n"]);
  expect(await ends("side...main")).toEqual(["a: 1\n", "a: 3\n"]);
  expect(await ends("main...side")).toEqual(["a: 1\n", "a: 2\n"]);
  await source.close();
});

test("histories without a common ancestor have no merge base to compare with", async () => {
  const repo = newRepo();
  repo.commit("one");
  repo.git("checkout", "-q", "--orphan", "other");
  repo.commit("two");
  const source = await openSource({ reader: plainReader, cwd: repo.dir, env: repo.env });
  await expect(source.state({ kind: "merge-base", left: "main", right: "other" })).rejects.toThrow(
    "main and other have no common ancestor",
  );
  await source.close();
});

test("a tree by its id is a snapshot of the inventory folder in it", async () => {
  const repo = newRepo();
  repo.commit("one", { "inv/nodes/a.yml": "a: 1\n" });
  const source = await openSource({ reader: plainReader, cwd: join(repo.dir, "inv"), env: repo.env });
  const snapshot = await source.tree(repo.git("rev-parse", "HEAD^{tree}"), "merged");
  expect([snapshot.title, [...snapshot.blobs.keys()]]).toEqual(["merged", ["nodes/a.yml"]]);
  await source.close();
});

test("objects in quarantine are read in pre-receive", async () => {
  const repo = newRepo();
  repo.commit("one", { "nodes/a.yml": "a: 1\n" });
  const bare = join(tempDir(), "bare.git");
  repo.git("clone", "-q", "--bare", repo.dir, bare);
  const quarantine = join(bare, "objects", "incoming");
  mkdirSync(quarantine);
  const env = {
    GIT_DIR: ".",
    GIT_OBJECT_DIRECTORY: "objects/incoming",
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(bare, "objects"),
    GIT_QUARANTINE_PATH: quarantine,
  };
  const inside = repoAt(bare, env);
  const tree = inside.git("rev-parse", "HEAD^{tree}");
  const id = inside.git("commit-tree", "-p", "HEAD", "-m", "pushed", tree);
  const source = await openSource({ reader: plainReader, cwd: bare, env: inside.env });
  expect((await source.commit(id)).commit.subject).toBe("pushed");
  await source.close();
  const outside = await openSource({ reader: plainReader, cwd: bare, env: repo.env });
  await expect(outside.commit(id)).rejects.toThrow(`commit ${id} is not here`);
  await outside.close();
});

test("settings that disturb porcelain do not disturb reading", async () => {
  const repo = newRepo();
  repo.commit("one", { "nodes/größe.yml": "a: 1\n" });
  for (const [key, value] of [
    ["color.ui", "always"],
    ["core.quotePath", "true"],
    ["core.abbrev", "4"],
    ["core.pager", "false"],
  ] as const) {
    repo.git("config", key, value);
  }
  const env = {
    ...repo.env,
    GIT_TRACE: "1",
    GIT_EXTERNAL_DIFF: "false",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_PAGER: "false",
  };
  const source = await openSource({ reader: plainReader, cwd: join(repo.dir, "nodes"), env });
  const wanted = ["nodes/größe.yml"];
  for (const snapshot of [
    await source.commit("HEAD"),
    await source.state({ kind: "index" }),
    await source.state({ kind: "worktree" }),
  ]) {
    expect([...snapshot.blobs.keys()]).toEqual(wanted);
  }
  await source.close();
});

async function textOf(source: Source, state: Parameters<Source["state"]>[0]): Promise<string> {
  const snapshot = await source.state(state);
  const [bytes] = [...(await snapshot.read(snapshot.blobs.values())).values()];
  return Buffer.from(bytes ?? []).toString();
}
