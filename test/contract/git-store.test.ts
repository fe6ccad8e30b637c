import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gitBinaryStore } from "../../src/source/git/binary/store.ts";
import { gitPureStore } from "../../src/source/git/pure/store.ts";
import type { GitStore } from "../../src/source/git/store.ts";
import { locate } from "../../src/source/repository/locate.ts";
import { commitSnapshots } from "../../src/source/snapshot/index.ts";
import { topFinder } from "../support/finder.ts";
import { newRepo, repoAt, type TestRepo, tempDir } from "../support/git/repo.ts";

type Adapter = (repo: TestRepo) => Promise<GitStore>;

const binary: Adapter = async (repo) => {
  const { git, program } = await locate({ cwd: repo.dir, env: repo.env });
  if (git === undefined || program === undefined) throw new Error("no repository");
  return gitBinaryStore(program, git);
};

const pure: Adapter = async (repo) => {
  const env = { ...repo.env, PATH: "" };
  const { git, program } = await locate({ cwd: repo.dir, env });
  if (git === undefined || program !== undefined) throw new Error("no repository, or a git program");
  return gitPureStore(git, env);
};

const adapters: readonly (readonly [string, Adapter])[] = [
  ["git", binary],
  ["isomorphic-git", pure],
];

let template: TestRepo | undefined;

/** A fresh copy of a small history, made once. */
function history(): TestRepo {
  template ??= makeHistory();
  const dir = tempDir();
  cpSync(template.dir, dir, { recursive: true });
  return repoAt(dir);
}

/** Four commits, a merge among them, a branch, a light and an annotated tag, a link, odd names and no plain text. */
function makeHistory(): TestRepo {
  const repo = newRepo();
  repo.commit("one", { "nodes/a.yml": "classes: [b]\n", "classes/b.yml": "parameters: {x: 1}\n" });
  repo.git("checkout", "-q", "-b", "side");
  repo.commit("two\n\nwith a body", { "classes/with space\tand\ttab.yml": "a: 1\n", "classes/größe.yml": "b: 2\n" });
  repo.git("checkout", "-q", "main");
  repo.write("nodes/binary.yml", new Uint8Array([0, 255, 10, 13, 10, 0]));
  repo.commit("three", {
    "deep/er/and/deeper.json": "{}",
    "nodes/-dash.yml": "c: 3\n",
    "nodes/line\nend.yml": "d: 4\n",
  });
  repo.git("merge", "-q", "--no-edit", "side");
  repo.git("tag", "light");
  repo.git("tag", "-a", "-m", "release", "v1");
  repo.git("tag", "-a", "-m", "release of a release", "v1-again", "v1");
  repo.commit("five", { "nodes/a.yml": "classes: [b, b]\n", "empty.yml": "" });
  return repo;
}

const shapes: Readonly<Record<string, () => TestRepo>> = {
  loose: history,
  packed() {
    const repo = history();
    repo.git("gc", "-q", "--prune=now");
    return repo;
  },
  bare() {
    const from = history();
    const dir = join(tempDir(), "bare.git");
    from.git("clone", "-q", "--bare", from.dir, dir);
    return repoAt(dir);
  },
  "in a submodule": () => {
    const library = history();
    const repo = newRepo();
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.dir, "sub");
    const sub = repoAt(join(repo.dir, "sub"));
    sub.git("branch", "-q", "side", "origin/side");
    return sub;
  },
};

const revisions = [
  "HEAD",
  "@",
  "main",
  "side",
  "light",
  "v1",
  "v1-again",
  "refs/heads/main",
  "HEAD~1",
  "HEAD~2",
  "HEAD^",
];
const deeper = ["HEAD^^2", "HEAD~1^2", "main~1^1~1", "v1^{}", "v1^{commit}", "HEAD^0", "HEAD~0", "light~2"];

describe.each(Object.entries(shapes))("a %s repository", (_, make) => {
  let made: TestRepo | undefined;
  const shape = () => {
    made ??= make();
    return made;
  };

  test("gives the same commits, trees and bytes through both adapters as git shows", async () => {
    const repo = shape();
    for (const [, adapter] of adapters) {
      const store = await adapter(repo);
      const head = repo.git("rev-parse", "HEAD");
      for (const revision of [...revisions, ...deeper, head, head.slice(0, 9)]) {
        expect(await described(store, revision)).toBe(repo.git("log", "-1", "--format=%H|%T|%P|%s", revision));
      }
      const listing = await store.tree(repo.git("rev-parse", "HEAD^{tree}"), "");
      const listed = [...listing.entries].map(([path, { id, mode }]) => `${mode} blob ${id}\t${path}`).sort();
      expect(listed).toEqual(repo.git("ls-tree", "-rz", "HEAD").split("\0").filter(Boolean).sort());
      const blobs = await store.blobs([...listing.entries].map(([, { id }]) => id));
      expect(hashed(repo, blobs.values())).toEqual([...blobs.keys()]);
      const atOnce = store.blobsNow?.(blobs.keys());
      if (atOnce !== undefined) expect(atOnce).toEqual(blobs);
      await store.close();
    }
  });

  test("gives the tree below a folder, its id, and nothing for a folder that is not there", async () => {
    const repo = shape();
    const tree = repo.git("rev-parse", "HEAD^{tree}");
    for (const [, adapter] of adapters) {
      const store = await adapter(repo);
      const below = await store.tree(tree, "deep/er");
      expect(below.id).toBe(repo.git("rev-parse", "HEAD:deep/er"));
      expect([...below.entries.keys()]).toEqual(["and/deeper.json"]);
      for (const none of ["missing", "empty.yml", "nodes/missing"]) {
        const nothing = await store.tree(tree, none);
        expect([nothing.id, [...nothing.entries].length]).toEqual(["4b825dc642cb6eb9a060e54bf8d69288fbee4904", 0]);
      }
      await store.close();
    }
  });

  test("finds merge bases, and names what is unknown", async () => {
    const repo = shape();
    for (const [, adapter] of adapters) {
      const store = await adapter(repo);
      for (const [left, right] of [
        ["HEAD", "side"],
        ["side", "HEAD~1^1"],
        ["HEAD~2", "HEAD"],
        ["HEAD", "HEAD"],
      ] as const) {
        expect(await store.mergeBase(left, right)).toBe(repo.git("merge-base", left, right));
      }
      await expect(store.resolve("mian~2")).rejects.toMatchObject({
        name: "HeirError",
        kind: "environment",
        message: 'unknown revision "mian~2"',
        hint: "did you mean main?",
      });
      for (const word of ["HEAD~99", "HEAD^3", "--help", "-p", "../../etc/passwd", "config", "deadbeef", ""]) {
        await expect(store.resolve(word), word).rejects.toMatchObject({ message: `unknown revision "${word}"` });
      }
      const missing = "0123456789012345678901234567890123456789";
      await expect(store.blobs([missing])).rejects.toMatchObject({
        name: "HeirError",
        message: `object ${missing} is missing from the repository`,
      });
      expect(await store.refNames()).toEqual(expect.arrayContaining(["main", "side", "light", "v1"]));
      await store.close();
    }
  });
});

describe.each(adapters)("%s", (_, adapter) => {
  test("says that a repository has no commits yet", async () => {
    const store = await adapter(newRepo());
    await expect(store.resolve("HEAD")).rejects.toMatchObject({ message: "this repository has no commits yet" });
    await store.close();
  });

  test("says that only the current branch has none", async () => {
    const repo = history();
    repo.git("checkout", "-q", "--orphan", "fresh");
    const store = await adapter(repo);
    await expect(store.resolve("HEAD")).rejects.toMatchObject({ message: "the current branch has no commits yet" });
    await store.close();
  });

  test("reads a shallow clone up to its edge", async () => {
    const from = history();
    const dir = join(tempDir(), "shallow");
    from.git("clone", "-q", "--depth", "2", `file://${from.dir}`, dir);
    const repo = repoAt(dir);
    const store = await adapter(repo);
    // Git's own log hides the parents that a shallow clone does not have; the commit still names them.
    expect(await described(store, "HEAD~1")).toBe(from.git("log", "-1", "--format=%H|%T|%P|%s", "HEAD~1"));
    await expect(store.resolve("HEAD~2")).rejects.toMatchObject({
      message: '"HEAD~2" is not here: this clone is shallow',
    });
    expect(await store.mergeBase("HEAD", "HEAD~1")).toBe(repo.git("rev-parse", "HEAD~1"));
    await store.close();
  });

  test("has no merge base for histories that never meet", async () => {
    const repo = history();
    repo.git("checkout", "-q", "--orphan", "fresh");
    repo.commit("another beginning");
    const store = await adapter(repo);
    expect(await store.mergeBase("HEAD", "main")).toBeUndefined();
    await store.close();
  });

  test("reads a large blob and stops when told to", async () => {
    const repo = newRepo();
    const large = new Uint8Array(6_000_000).map((_, index) => (index * 7919) % 251);
    repo.write("large.yml", large);
    repo.commit("large");
    const store = await adapter(repo);
    const [snapshot] = await commitSnapshots(store, topFinder, { revision: "HEAD" });
    const [bytes] = [...(await snapshot.read(snapshot.blobs.values())).values()];
    expect(Buffer.from(bytes ?? []).equals(large)).toBe(true);
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(store.blobs(snapshot.blobs.values(), { signal })).rejects.toThrow("enough");
    await expect(store.resolve("HEAD", { signal })).rejects.toThrow("enough");
    await expect(store.tree(snapshot.commit.tree, "", { signal })).rejects.toThrow("enough");
    await store.close();
  });
});

describe("what only git reads", () => {
  const linked = () => {
    const repo = history();
    const dir = join(tempDir(), "linked");
    repo.git("worktree", "add", "-q", dir, "side");
    return repoAt(dir);
  };
  const borrowing = () => {
    const from = history();
    const dir = join(tempDir(), "borrowing");
    from.git("clone", "-q", "--shared", from.dir, dir);
    return repoAt(dir);
  };
  const partial = () => {
    const from = history();
    from.git("config", "uploadpack.allowFilter", "true");
    const dir = join(tempDir(), "partial");
    from.git("clone", "-q", "--filter=blob:none", `file://${from.dir}`, dir);
    return repoAt(dir);
  };
  const sha256 = () => {
    const repo = newRepo({ format: "sha256" });
    repo.commit("one", { "nodes/a.yml": "a: 1\n" });
    return repo;
  };
  const unheardOf = () => {
    const repo = history();
    repo.git("config", "core.repositoryFormatVersion", "1");
    repo.git("config", "extensions.tomorrow", "true");
    return repo;
  };

  test.each([
    ["a linked work tree", linked, "reading a linked work tree"],
    ["borrowed objects", borrowing, "reading a repository that borrows objects (objects/info/alternates)"],
    ["a partial clone", partial, "reading a partial clone"],
    ["sha256 ids", sha256, "reading a repository with sha256 ids"],
  ])("%s: git reads it, isomorphic-git refuses", async (_, shape, what) => {
    const repo = shape();
    const store = await binary(repo);
    expect(await described(store, "HEAD")).toBe(repo.git("log", "-1", "--format=%H|%T|%P|%s"));
    const [snapshot] = await commitSnapshots(store, topFinder, { revision: "HEAD" });
    const bytes = await snapshot.read(snapshot.blobs.values());
    expect(hashed(repo, bytes.values())).toEqual([...bytes.keys()]);
    await store.close();
    const refusing = await pure(repo);
    const refused = { name: "HeirError", message: `${what} needs the git program, and none was found` };
    await expect(refusing.resolve("HEAD")).rejects.toMatchObject(refused);
    await expect(refusing.tree(snapshot.id, "")).rejects.toMatchObject(refused);
    await expect(refusing.blobs(snapshot.blobs.values())).rejects.toMatchObject(refused);
  });

  test("an id means the object that hashes to it, whatever refs/replace and info/grafts say", async () => {
    const repo = history();
    const before = repo.git("log", "-1", "--format=%H|%T|%P|%s");
    const [head, old] = [repo.git("rev-parse", "HEAD"), repo.git("rev-parse", "HEAD~2")];
    repo.git("replace", "HEAD", "HEAD~2");
    mkdirSync(join(repo.dir, ".git/info"), { recursive: true });
    writeFileSync(join(repo.dir, ".git/info/grafts"), `${head} ${old}\n`);
    for (const [, adapter] of adapters) {
      const store = await adapter(repo);
      expect(await described(store, "HEAD")).toBe(before);
      await store.close();
    }
  });

  test("isomorphic-git refuses extensions that it has never heard of", async () => {
    const store = await pure(unheardOf());
    await expect(store.resolve("HEAD")).rejects.toThrow("reading a repository with the extension tomorrow");
  });

  test("isomorphic-git refuses quarantined objects, the index, the work tree and rarer revisions", async () => {
    const repo = history();
    const store = await pure(repo);
    await expect(store.staged()).rejects.toThrow("reading the index needs the git program");
    await expect(store.checkout("")).rejects.toThrow("reading the work tree needs the git program");
    await expect(store.resolve("HEAD@{1}")).rejects.toThrow('reading the revision "HEAD@{1}" needs the git program');
    await expect(store.resolve(":/two")).rejects.toThrow('reading the revision ":/two" needs the git program');
    const quarantined = await pure({ ...repo, env: { ...repo.env, GIT_OBJECT_DIRECTORY: "/nowhere" } });
    await expect(quarantined.resolve("HEAD")).rejects.toThrow("GIT_OBJECT_DIRECTORY");
  });

  test("blobs are read at once by git alone, which reports what keeps it from that", async () => {
    const repo = history();
    const id = repo.git("rev-parse", "HEAD:nodes/a.yml");
    const [program, reader] = [await binary(repo), await pure(repo)];
    expect(reader.blobsNow).toBeUndefined();
    expect(program.blobsNow?.([])).toEqual(new Map());
    expect(program.blobsNow?.([id, id])).toEqual(await program.blobs([id]));
    rmSync(join(repo.dir, ".git", "HEAD"));
    expect(() => program.blobsNow?.([id])).toThrow("git cat-file failed: not a git repository");
    await program.close();
  });

  test("a blob that has gone is named", async () => {
    const repo = history();
    const id = repo.git("rev-parse", "HEAD:nodes/a.yml");
    rmSync(join(repo.dir, ".git", "objects", id.slice(0, 2), id.slice(2)));
    for (const [, adapter] of adapters) {
      const store = await adapter(repo);
      await expect(store.blobs([id])).rejects.toThrow(`object ${id} is missing from the repository`);
      if (store.blobsNow !== undefined) expect(() => store.blobsNow?.([id])).toThrow(`object ${id} is missing`);
      expect((await store.resolve("HEAD")).subject).toBe("five");
      await store.close();
    }
  });

  test("a repository that is moved is still found by both", async () => {
    const repo = history();
    const dir = join(tempDir(), "moved here");
    cpSync(repo.dir, dir, { recursive: true });
    const moved = repoAt(dir);
    for (const [, adapter] of adapters) {
      const store = await adapter(moved);
      expect((await store.resolve("side")).subject).toBe("two");
      await store.close();
    }
  });
});

async function described(store: GitStore, revision: string): Promise<string> {
  const { id, tree, parents, subject } = await store.resolve(revision);
  return [id, tree, parents.join(" "), subject].join("|");
}

/** The ids that git itself gives to these bytes. */
function hashed(repo: TestRepo, contents: Iterable<Uint8Array>): readonly string[] {
  const scratch = tempDir();
  const names = [...contents].map((bytes, index) => {
    const name = join(scratch, `${index}`);
    writeFileSync(name, bytes);
    return name;
  });
  return repo.git("hash-object", "--no-filters", ...names).split("\n");
}
