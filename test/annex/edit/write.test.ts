import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { doneEdits, finishEdit, type ProvedEdit, undoEdit, writeEdit } from "../../../src/annex/edit/write.ts";
import type { GitPlace } from "../../../src/source/repository/locate.ts";
import { openStates } from "../../../src/workspace/load/states.ts";
import { newRepo, repoAt, type TestRepo, tempDir } from "../../support/git/repo.ts";

const FILES = {
  "classes/a/ntp.yml": "parameters: {n: 1}\n",
  "classes/base.yml": "parameters: {b: 1}\n",
  "nodes/web1.yml": "classes: [a.ntp]\n",
  "nodes/web2.yml": "# mine\nclasses: [a.ntp]\n",
};
const RENAMED = {
  "classes/b/c/time.yml": FILES["classes/a/ntp.yml"],
  "classes/base.yml": FILES["classes/base.yml"],
  "nodes/web1.yml": "classes: [b.c.time]\n",
  "nodes/web2.yml": "# mine\nclasses: [b.c.time]\n",
};

const DRAWN = 9;
const seed = Number(process.env["HEIR_SEED"] ?? 1);

test("an edit is written and taken back: bytes, modes and folders", async () => {
  const { repo, place } = await prepared();
  fs.chmodSync(join(repo.dir, "classes/a/ntp.yml"), 0o755);
  fs.chmodSync(join(repo.dir, "nodes/web2.yml"), 0o600);
  await writeEdit(place, rename());
  expect(contents(repo)).toEqual(RENAMED);
  expect(fs.existsSync(join(repo.dir, "classes/a"))).toBe(false);
  expect([mode(repo, "classes/b/c/time.yml"), mode(repo, "nodes/web2.yml")]).toEqual([0o755, 0o600]);
  expect(mode(repo, ".git/heir/edit/done-1")).toBe(0o600);
  const undone = await undoEdit(place);
  expect(undone).toEqual({
    claim: "mv class:a.ntp=b.c.time",
    verb: "mv",
    files: [
      { path: "classes/b/c/time.yml", from: "classes/a/ntp.yml" },
      { path: "nodes/web1.yml" },
      { path: "nodes/web2.yml" },
    ],
  });
  expect(contents(repo)).toEqual(FILES);
  expect(fs.existsSync(join(repo.dir, "classes/b"))).toBe(false);
  expect([mode(repo, "classes/a/ntp.yml"), mode(repo, "nodes/web2.yml")]).toEqual([0o755, 0o600]);
  await expect(undoEdit(place)).rejects.toThrow("there is nothing to undo");
  expect(fs.readdirSync(join(repo.dir, ".git/heir/edit"))).toEqual([]);
});

test("the last twenty edits are taken back one by one", async () => {
  const { repo, place } = await prepared();
  const text = (number: number): Buffer => Buffer.from(`parameters: {port: ${number}}\n`);
  repo.write("nodes/web1.yml", text(0).toString());
  for (let number = 1; number <= 22; number += 1) {
    const file = { path: "nodes/web1.yml", before: text(number - 1), after: text(number) };
    await writeEdit(place, { claim: `only port ${number}`, verb: "set", files: [file], isStaged: false });
  }
  expect(doneEdits(place).map(({ claim }) => claim)).toEqual(
    Array.from({ length: 20 }, (_, at) => `only port ${22 - at}`),
  );
  for (let number = 22; number > 2; number -= 1) expect((await undoEdit(place)).claim).toBe(`only port ${number}`);
  expect(contents(repo)["nodes/web1.yml"]).toBe(text(2).toString());
  await expect(undoEdit(place)).rejects.toThrow("there is nothing to undo");
});

test("an edit writes nothing if a file is not as it was, or something is in the way", async () => {
  const { repo, place } = await prepared();
  repo.write("nodes/web2.yml", "changed\n");
  await expect(writeEdit(place, rename())).rejects.toThrow("nodes/web2.yml has changed meanwhile");
  repo.write("nodes/web2.yml", FILES["nodes/web2.yml"]);
  repo.write("classes/b", "a file\n");
  await expect(writeEdit(place, rename())).rejects.toThrow("classes/b is in the way of classes/b/c/time.yml");
  expect(contents(repo)).toEqual({ ...FILES, "classes/b": "a file\n" });
  await expect(undoEdit(place)).rejects.toThrow("there is nothing to undo");
  await expect(finishEdit(place)).rejects.toThrow("no edit was interrupted");
});

test("an edit is not taken back if one of its files changed since", async () => {
  const { repo, place } = await prepared();
  await writeEdit(place, rename());
  repo.write("nodes/web2.yml", "mine\n");
  await expect(undoEdit(place)).rejects.toThrow("nodes/web2.yml has changed since the edit");
  expect(contents(repo)).toEqual({ ...RENAMED, "nodes/web2.yml": "mine\n" });
});

test("a staged edit changes the index, and is taken back there", async () => {
  const { repo, place } = await prepared();
  repo.write("classes/base.yml", "# own work\n");
  await writeEdit(place, rename(true));
  expect(repo.git("diff", "--name-only")).toBe("classes/base.yml");
  expect(repo.git("diff", "--cached", "-M", "--name-status").split("\n")).toEqual([
    "R100\tclasses/a/ntp.yml\tclasses/b/c/time.yml",
    "M\tnodes/web1.yml",
    "M\tnodes/web2.yml",
  ]);
  await undoEdit(place);
  expect(repo.git("status", "--porcelain")).toBe(" M classes/base.yml");
  repo.write("nodes/web1.yml", "# mine\n");
  await expect(writeEdit(place, rename(true, { "nodes/web1.yml": "# mine\n" }))).rejects.toThrow(
    "nodes/web1.yml differs between the index and the work tree",
  );
  expect(repo.git("status", "--porcelain")).toBe(" M classes/base.yml\n M nodes/web1.yml");
});

test("line ends that git converts are converted in the index", async () => {
  const { repo, place } = await prepared();
  repo.git("config", "core.autocrlf", "true");
  const crlf = FILES["nodes/web2.yml"].replaceAll("\n", "\r\n");
  repo.write("nodes/web2.yml", crlf);
  await writeEdit(place, rename(true, { "nodes/web2.yml": crlf }));
  expect(repo.git("show", ":nodes/web2.yml")).toBe("# mine\nclasses: [b.c.time]");
  expect(contents(repo)["nodes/web2.yml"]).toBe("# mine\r\nclasses: [b.c.time]\r\n");
});

test.each([false, true])(
  "an edit that is killed at any step is never a mixture that is believed (staged: %s)",
  async (isStaged) => {
    const seen = new Set<string>();
    for (const step of drawn(await stepsOf(isStaged))) {
      const { repo, place, states } = await prepared();
      await killedAt(step, () => writeEdit(place, rename(isStaged)));
      abandonLock(repo);
      const now = contents(repo);
      const isMixed = JSON.stringify(now) !== JSON.stringify(FILES) && JSON.stringify(now) !== JSON.stringify(RENAMED);
      const read = await states.snapshot("WORKTREE").then(() => "read", String);
      if (isMixed) expect(read).toContain("an edit was interrupted");
      seen.add(isMixed ? "mixed" : read.includes("interrupted") ? "blocked" : "whole");
      if (step % 2 === 0 && read !== "read") {
        await finishEdit(place);
        expect(contents(repo)).toEqual(RENAMED);
        if (isStaged) expect(repo.git("diff", "--name-only")).toBe("");
      }
      await undoEdit(place).catch((error) => expect(String(error)).toContain("nothing to undo"));
      expect(contents(repo)).toEqual(FILES);
      expect(repo.git("status", "--porcelain")).toBe("");
    }
    expect([...seen].sort()).toEqual(["blocked", "mixed", "whole"]);
  },
);

test("an undo that is killed at any step is taken back or completed", async () => {
  for (const step of drawn(await stepsOf(false, undoEdit))) {
    const { repo, place } = await prepared();
    await writeEdit(place, rename());
    await killedAt(step, () => undoEdit(place));
    abandonLock(repo);
    await undoEdit(place).catch((error) => expect(String(error)).toContain("nothing to undo"));
    expect(contents(repo)).toEqual(FILES);
  }
});

test("a failure takes back what was written", async () => {
  const { repo, place, states } = await prepared();
  const real = fs.renameSync;
  fs.renameSync = (from, to) => {
    if (String(to).endsWith("web2.yml") && fs.readFileSync(from, "utf8").includes("time")) {
      throw Object.assign(new Error("no space left"), { code: "ENOSPC", syscall: "rename" });
    }
    real(from, to);
  };
  syncBuiltinESMExports();
  await expect(writeEdit(place, rename())).rejects.toThrow("the edit cannot be written: no space left");
  expect(contents(repo)).toEqual(FILES);
  await states.snapshot("WORKTREE");
});

test("two edits at once: one is refused; a lock of a process that ended does not count", async () => {
  const { repo, place } = await prepared();
  repo.write(".git/heir/edit/lock", String(process.pid));
  await expect(writeEdit(place, rename())).rejects.toThrow("another heir edits this work tree");
  abandonLock(repo);
  await writeEdit(place, rename());
});

const originals = new Map<string, unknown>();

afterEach(restore);

function restore(): void {
  for (const [name, real] of originals) Object.assign(fs, { [name]: real });
  syncBuiltinESMExports();
}

const CALLS = ["openSync", "linkSync", "renameSync", "rmSync", "rmdirSync", "mkdirSync", "writeFileSync", "chmodSync"];
for (const name of [...CALLS]) originals.set(name, fs[name as keyof typeof fs]);

/** Runs work in which the call number `step` that changes something, and every one after it, fails. */
async function killedAt(step: number, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  for (const name of CALLS) {
    const real = originals.get(name) as (...args: unknown[]) => unknown;
    const call = (...args: unknown[]) => {
      const isChange = name !== "openSync" || /^(w|r\+)/.test(String(args[1]));
      if (isChange && ++count >= step) throw new Error("killed");
      return real(...args);
    };
    Object.assign(fs, { [name]: call });
  }
  syncBuiltinESMExports();
  try {
    await work().catch((error) => expect(String(error)).toContain("killed"));
  } finally {
    restore();
  }
  return count;
}

async function stepsOf(isStaged: boolean, then?: (place: GitPlace) => Promise<unknown>): Promise<number> {
  const { place } = await prepared();
  const write = () => writeEdit(place, rename(isStaged));
  if (then === undefined) return killedAt(Number.POSITIVE_INFINITY, write);
  await write();
  return killedAt(Number.POSITIVE_INFINITY, () => then(place));
}

/** Some steps all the way; all of them with `HEIR_KILLS=all`. */
function drawn(total: number): readonly number[] {
  const all = Array.from({ length: total }, (_, index) => index + 1);
  if (process.env["HEIR_KILLS"] === "all") return all;
  const by = Math.ceil(total / DRAWN);
  return all.filter((step) => step % by === seed % by);
}

/** The lock of a process that was killed. */
function abandonLock({ dir }: TestRepo): void {
  const lock = join(dir, ".git/heir/edit/lock");
  if (fs.existsSync(lock)) fs.writeFileSync(lock, "999999999");
}

function rename(isStaged = false, other: Readonly<Record<string, string>> = {}): ProvedEdit {
  const edited = (path: keyof typeof FILES, now: string = path) => {
    const before = other[path] ?? FILES[path];
    return {
      path: now,
      ...(now !== path && { from: path }),
      before: Buffer.from(before),
      after: Buffer.from(before.replace("a.ntp", "b.c.time")),
    };
  };
  const files = [
    edited("classes/a/ntp.yml", "classes/b/c/time.yml"),
    edited("nodes/web1.yml"),
    edited("nodes/web2.yml"),
  ];
  return { claim: "mv class:a.ntp=b.c.time", verb: "mv", files, isStaged };
}

let first: TestRepo | undefined;

/** A copy of the first repository. */
function copied(): TestRepo {
  if (first === undefined) {
    first = newRepo();
    first.commit("one", FILES);
  }
  const repo = repoAt(tempDir());
  fs.cpSync(first.dir, repo.dir, { recursive: true, preserveTimestamps: true });
  return repo;
}

async function prepared() {
  const repo = copied();
  const states = await openStates({ cwd: repo.dir, cache: false });
  const { place } = states;
  if (place === undefined) throw new Error("no git");
  return { repo, states, place };
}

function contents({ dir }: TestRepo): Record<string, string> {
  const names = fs.readdirSync(dir, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => !name.startsWith(".git") && fs.statSync(join(dir, name)).isFile()).sort();
  return Object.fromEntries(files.map((name) => [name, fs.readFileSync(join(dir, name), "utf8")]));
}

function mode({ dir }: TestRepo, path: string): number {
  return fs.statSync(join(dir, path)).mode & 0o777;
}
