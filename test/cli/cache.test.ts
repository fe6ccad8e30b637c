import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { cachePacks, cachePlace, outputKey } from "../../src/cache/run-cache.ts";
import { openFolder } from "../../src/cli/host.ts";
import { OWN } from "../../src/source/repository/without-git.ts";
import type { WorkspaceOptions } from "../../src/workspace/load/states.ts";
import { openWorkspace } from "../../src/workspace/open.ts";
import { newRepo, type TestRepo, tempDir } from "../support/git/repo.ts";
import { heir } from "../support/host.ts";

afterEach(() => vi.unstubAllEnvs());

test("kept answers about commits know git's own file of attributes", async () => {
  const repo = newRepo();
  repo.commit("one", { "nodes/n1.yml": "classes: [b]\n", "classes/b.yml": "parameters: {k: 1}\n" });
  await heir(["cache", "warm"], { cwd: repo.dir, open: openFolder });
  const said = async (...words: string[]) => {
    const { code, out, err } = await heir([...words], { cwd: repo.dir, open: openFolder });
    return [code, out + err];
  };
  const asked = async () => [
    await said("check", "HEAD"),
    await said("show", "-r", "HEAD", "n1"),
    await said("diff", "HEAD"),
  ];
  const before = [await asked(), await asked()];
  repo.write(".git/info/attributes", "classes/b.yml filter=other\n");
  const [checked, shown] = await asked();

  expect(checked).toEqual([1, expect.stringContaining("error[filtered-file]")]);
  expect(shown).toEqual([3, expect.stringContaining("filtered-file")]);
  expect(await said("check", "HEAD", "--no-cache")).toEqual(checked);
  rmSync(join(repo.dir, ".git/info/attributes"));
  expect([await asked(), await asked()]).toEqual(before);
});

test("what a command parses is kept, counted, and deleted on demand", async () => {
  const repo = inventory();
  const before = await heir(["cache", "--json"], { cwd: repo.dir });
  await warm(repo);
  const after = await heir(["cache", "--json"], { cwd: repo.dir });
  const cleared = await heir(["cache", "clear"], { cwd: repo.dir });

  expect(JSON.parse(before.out)).toMatchObject({ v: 1, files: { count: 0, packs: 0, bytes: 0 } });
  expect(JSON.parse(after.out)).toMatchObject({ files: { count: 3, packs: 1 }, folder: join(repo.dir, ".git/heir") });
  expect(cleared.err).toMatch(/^deleted 1 pack, \d+ bytes\n$/);
  expect(readdirSync(join(repo.dir, ".git"))).toContain("heir");
  expect(readdirSync(join(repo.dir, ".git/heir"))).toEqual([]);
});

test("without the cache nothing is written, and where there is no repository there is none", async () => {
  const repo = inventory();
  const workspace = await openWorkspace({ cwd: repo.dir, cache: false });
  await heir(["inventory"], { workspace });

  expect(readdirSync(join(repo.dir, ".git"))).not.toContain("heir");
  expect(await heir(["show", "web1", "--no-cache"], { workspace })).toMatchObject({ opened: { cache: false } });
  expect(await heir(["cache"], { cwd: tempDir() })).toMatchObject({
    code: 2,
    err: "heir: this folder is not in a git repository, so nothing of it is kept\nhint: git init makes one, and HEIR_CACHE names a folder to keep it in\n",
  });
});

describe("when a cache is made", () => {
  const filesOf = ({ dir }: TestRepo): readonly string[] | undefined => filesIn(join(dir, ".git/heir"));

  /** A command line in a process of its own, as far as opening the folder goes. */
  async function ask({ dir }: TestRepo, ...argv: readonly string[]) {
    const { code, out } = await heir(argv, { cwd: dir, open: openFolder });
    return { code, out };
  }

  test("the first answer in a clone makes an empty folder, and the second one writes", async () => {
    const state = tempDir();
    vi.stubEnv("XDG_STATE_HOME", state);
    const repo = inventory();
    const first = await ask(repo, "inventory", "--json");
    expect([filesOf(repo), readdirSync(state)]).toEqual([[], []]);
    expect(statSync(join(repo.dir, ".git/heir")).mode & 0o777).toBe(OWN.folder);

    const second = await ask(repo, "inventory", "--json");
    expect(filesOf(repo)).toHaveLength(2);
    expect(second).toEqual(first);
    const packs = filesOf(repo);
    expect(await ask(repo, "inventory", "--json")).toEqual(first);
    expect(filesOf(repo)).toEqual(packs);
  });

  test.each([
    ["show", "wbe1"],
    ["diff", "HEAD", "nowhere"],
    ["check", "HEAD", "--new-since", "HEAD"],
    ["inventory", "--jobs", "2"],
  ])("so does heir %s %s, whatever it has to look at", async (...argv) => {
    const repo = inventory();
    await ask(repo, ...argv);
    expect(filesOf(repo)).toEqual([]);
  });

  test("who asks for a cache gets it at once", async () => {
    const warmed = inventory();
    await ask(warmed, "cache", "warm");
    expect(filesOf(warmed)).toHaveLength(1);

    const named = inventory();
    const store = join(tempDir(), "store");
    vi.stubEnv("HEIR_CACHE", store);
    await ask(named, "inventory");
    expect([filesIn(store)?.length, filesOf(named)]).toEqual([2, undefined]);
  });

  test("with --no-cache nothing is made, however often, and whether it is asked for or not", async () => {
    const repo = inventory();
    for (const argv of [["inventory"], ["inventory"], ["show", "wbe1"], ["cache", "warm"]]) {
      await ask(repo, ...argv, "--no-cache");
      expect([argv, filesOf(repo)]).toEqual([argv, undefined]);
    }
  });

  test("a linked work tree has the cache of its repository", async () => {
    const repo = inventory();
    const other = { ...repo, dir: join(tempDir(), "other") };
    repo.git("worktree", "add", "-q", other.dir);
    await ask(other, "inventory");
    expect(filesOf(repo)).toEqual([]);
    await ask(repo, "inventory");
    expect(filesOf(repo)).toHaveLength(2);
  });

  test("where the folder cannot be made there is none, and that is no error", async () => {
    const repo = inventory();
    symlinkSync(join(tempDir(), "gone/store"), join(repo.dir, ".git/heir"));
    const plain = await ask(repo, "inventory", "--json", "--no-cache");
    for (let run = 0; run < 2; run += 1) expect(await ask(repo, "inventory", "--json")).toEqual(plain);
    expect((await ask(repo, "cache", "warm")).code).toBe(0);
    expect(filesOf(repo)).toBeUndefined();
  });
});

/** The files in a folder, and in those below it; undefined without it. */
function filesIn(folder: string): readonly string[] | undefined {
  if (!existsSync(folder)) return undefined;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

test("HEIR_CACHE keeps what folders outside git resolve to, for the user alone", async () => {
  const [dir, store] = [tempDir(), join(tempDir(), "deep/store")];
  vi.stubEnv("HEIR_CACHE", store);
  vi.stubEnv("GIT_CEILING_DIRECTORIES", dirname(dir));
  for (const name of ["classes", "nodes"]) mkdirSync(join(dir, name));
  const file = join(dir, "nodes/web1.yml");
  const ask = async (): Promise<string> => {
    const open = async (options: WorkspaceOptions) => {
      const workspace = await openWorkspace({ ...options, cwd: dir });
      return { states: workspace, workspace: async () => workspace };
    };
    return (await heir(["inventory", "--format", "json"], { cwd: dir, open })).out;
  };
  writeFileSync(file, "parameters: {a: one}\n");
  const first = await ask();
  const { atime, mtime } = statSync(file);
  const kept = JSON.parse((await heir(["cache", "--json"], { cwd: dir })).out);

  expect(kept).toMatchObject({ folder: store, files: { count: 1 }, answers: { count: 1 } });
  for (const name of ["", ...readdirSync(store, { recursive: true, encoding: "utf8" })]) {
    expect([name, statSync(join(store, name)).mode & 0o077]).toEqual([name, 0]);
  }
  expect(await ask()).toBe(first);
  // Size and time are no proof that a text is the same.
  writeFileSync(file, "parameters: {a: two}\n");
  utimesSync(file, atime, mtime);
  expect(await ask()).toContain('"a":"two"');
  expect((await heir(["cache"], { cwd: dir })).out).toContain(store);
  vi.stubEnv("HEIR_CACHE", "relative");
  expect(await heir(["cache"], { cwd: dir })).toMatchObject({ code: 2, err: expect.stringContaining("absolute") });
});

test("HEIR_CACHE takes the place of the git directory, and says nothing where a push is judged", () => {
  expect(cachePlace("/r/.git", { HEIR_CACHE: "/c" })).toMatchObject({ folder: "/c", isNamed: true });
  expect(cachePlace("/r/.git", { HEIR_CACHE: "/c", GIT_QUARANTINE_PATH: "/q" })).toMatchObject({
    folder: "/r/.git/heir",
  });
  expect(cachePlace(undefined, {})).toBeUndefined();
});

test("verify tells what is sound from what is damaged", async () => {
  const repo = inventory();
  await warm(repo);
  const sound = await heir(["cache", "verify"], { cwd: repo.dir });
  const [pack = ""] = readdirSync(join(repo.dir, ".git/heir/parse"));
  flipLastByte(join(repo.dir, ".git/heir/parse", pack));
  const damaged = await heir(["cache", "verify"], { cwd: repo.dir });

  expect(sound).toMatchObject({ code: 0, out: "", err: "3 files match a fresh parse\n" });
  expect(damaged).toMatchObject({ code: 1, out: `${pack}: 1 file damaged\n` });
  expect(JSON.parse((await heir(["cache", "verify", "--json"], { cwd: repo.dir })).out)).toEqual({
    v: 1,
    sound: 2,
    answers: 0,
    damaged: [{ pack, files: 1 }],
    wrong: [],
    foreign: [],
  });
});

test("verify finds content that is kept under the id of another blob", async () => {
  const repo = inventory();
  const id = repo.git("rev-parse", "HEAD:nodes/web1.yml");
  const place = { folder: join(repo.dir, ".git/heir"), modes: () => OWN, isNamed: false };
  mkdirSync(place.folder);
  const packs = cachePacks(place, "parse");
  packs.add(new Map([[id, { bytes: Buffer.from("parameters: {a: 1}\n"), record: new Uint8Array() }]]));
  const found = await heir(["cache", "verify"], { cwd: repo.dir });

  expect(found).toMatchObject({ code: 1, out: `blob ${id}: has the content of another blob\n` });
  expect(found.err).toContain("results can be wrong");
});

test("answers are counted, judged by whether they are whole, and deleted with the rest", async () => {
  const repo = inventory();
  const workspace = await openWorkspace({ cwd: repo.dir, cache: "asked" });
  workspace.outputs.put(outputKey("test 1", ["one"]), Buffer.from("first"));
  workspace.outputs.put(outputKey("test 1", ["two"]), Buffer.from("second"));
  await workspace.close();
  const counts = await heir(["cache", "--json"], { cwd: repo.dir });
  const [pack = ""] = readdirSync(join(repo.dir, ".git/heir/answers"));
  flipLastByte(join(repo.dir, ".git/heir/answers", pack));
  const damaged = await heir(["cache", "verify"], { cwd: repo.dir });
  await heir(["cache", "clear"], { cwd: repo.dir });

  expect(JSON.parse(counts.out)).toMatchObject({ files: { count: 0 }, answers: { count: 2, packs: 1 } });
  expect(damaged).toMatchObject({ code: 1, out: `${pack}: 1 answer damaged\n` });
  expect(damaged.err).toContain("1 answer undamaged\n");
  expect(readdirSync(join(repo.dir, ".git/heir"))).toEqual([]);
});

test("linked work trees share what is kept", async () => {
  const repo = inventory();
  await warm(repo);
  const other = join(tempDir(), "other");
  repo.git("worktree", "add", "-q", other);

  expect(JSON.parse((await heir(["cache", "--json"], { cwd: other })).out)).toMatchObject({ files: { count: 3 } });
});

function flipLastByte(path: string): void {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  writeFileSync(path, bytes);
}

function inventory(): TestRepo {
  const repo = newRepo();
  repo.commit("all", {
    "heir.yml": "delimiter: ':'\n",
    "classes/a.yml": "parameters: {a: 1, b: '${a}'}\n",
    "nodes/web1.yml": "classes: [a]\n",
  });
  return repo;
}

async function warm(repo: TestRepo): Promise<void> {
  const { code } = await heir(["cache", "warm"], { cwd: repo.dir, open: openFolder });
  expect(code).toBe(0);
}
