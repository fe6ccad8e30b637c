import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { Bisection } from "../../../src/model/results/bisection.ts";
import { openWorkspace } from "../../../src/workspace/open.ts";
import { newRepo, type TestRepo } from "../../support/git/repo.ts";

/** A commit of a drawn history: which commits it joins, and the value that the node has then. */
interface Drawn {
  readonly parents: readonly number[];
  readonly value: number;
}

/** Numbers from 0 up to 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Each commit is numbered from 0 and differs from all others in a file that the node does not use. */
function imported(history: readonly Drawn[]): TestRepo {
  const repo = newRepo();
  const blob = (path: string, text: string): string => `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`;
  const stream = history.map(({ parents: [first, ...others], value }, at) => {
    const who = `author A <a@example.org> ${1_600_000_000 + at} +0000\ncommitter A <a@example.org> ${1_600_000_000 + at} +0000`;
    const from = first === undefined ? "" : `from :${first + 1}\n`;
    const merges = others.map((other) => `merge :${other + 1}\n`).join("");
    const files = blob("nodes/n1.yml", `parameters: {v: ${value}}\n`) + blob("classes/other.yml", `# ${at}\n`);
    const message = `commit ${at}`;
    return `commit refs/heads/main\nmark :${at + 1}\n${who}\ndata ${message.length}\n${message}\n${from}${merges}${files}\n`;
  });
  execFileSync("git", ["fast-import", "--quiet", "--force"], {
    cwd: repo.dir,
    env: { ...repo.env },
    input: stream.join(""),
  });
  return repo;
}

/** The number of the commit that is found between the first and the last, and what finding it took. */
async function found(history: readonly Drawn[], value?: string): Promise<{ at: number; bisection: Bisection }> {
  const repo = imported(history);
  const good = repo.git("rev-list", "--max-parents=0", "main");
  const workspace = await openWorkspace({ cwd: repo.dir });
  const path = ["parameters", "v"];
  const question = { node: "n1", path, good, bad: "main", ...(value !== undefined && { value }) };
  const bisection = await workspace.bisect(question);
  await workspace.close();
  return { at: Number(bisection.first.subject.replace("commit ", "")), bisection };
}

/** All commits that are as the last one is, while none of their parents is: what looking at each of them gives. */
function scanned(history: readonly Drawn[], value = history.at(-1)?.value): readonly number[] {
  return history.flatMap((commit, at) => {
    const isFirst = commit.value === value && commit.parents.every((parent) => history[parent]?.value !== value);
    return isFirst && at > 0 ? [at] : [];
  });
}

function straight(values: readonly number[]): readonly Drawn[] {
  return values.map((value, at) => ({ parents: at === 0 ? [] : [at - 1], value }));
}

const seeds = Array.from({ length: 6 }, (_, at) => at + 1);

test.each(seeds)("in a straight history with one change it is that commit (seed %i)", async (seed) => {
  const random = numbers(seed);
  const length = 2 + Math.floor(random() * 60);
  const change = 1 + Math.floor(random() * (length - 1));
  const history = straight(Array.from({ length }, (_, at) => (at < change ? 1 : 2)));
  const { at, bisection } = await found(history);
  expect([at]).toEqual(scanned(history));
  expect(bisection.commits).toBe(length - 1);
  expect(bisection.resolutions).toBeLessThanOrEqual(Math.ceil(Math.log2(length - 1)) + 2);
});

test.each(seeds)(
  "in a straight history with many changes it is one of those that a scan gives (seed %i)",
  async (seed) => {
    const random = numbers(seed);
    const length = 3 + Math.floor(random() * 60);
    const drawn = Array.from({ length }, () => Math.floor(random() * 3));
    const history = straight(drawn.with(0, 9));
    const { at, bisection } = await found(history);
    expect(scanned(history)).toContain(at);
    expect(bisection.taken).toBeUndefined();
    expect(bisection.resolutions).toBeLessThanOrEqual(Math.ceil(Math.log2(length - 1)) + 2);
  },
);

/** Branches and merges; a change is inherited by all that follows, so that one commit begins it. */
function branched(seed: number): readonly Drawn[] {
  const random = numbers(seed);
  const length = 8 + Math.floor(random() * 60);
  const change = 1 + Math.floor(random() * (length - 2));
  const history: Drawn[] = [{ parents: [], value: 1 }];
  const tips = new Set([0]);
  for (let at = 1; at < length; at += 1) {
    const open = [...tips];
    const near = Math.max(0, at - 6);
    const first = open[Math.floor(random() * open.length)] ?? 0;
    const joins =
      at === length - 1 ? open.filter((tip) => tip !== first) : open.filter((tip) => tip !== first && random() < 0.2);
    const forks = at < length - 1 && joins.length === 0 && random() < 0.3;
    const parents = [forks ? near + Math.floor(random() * (at - near)) : first, ...joins];
    for (const parent of parents) tips.delete(parent);
    tips.add(at);
    const isNew = at === change || parents.some((parent) => history[parent]?.value === 2);
    history.push({ parents, value: isNew ? 2 : 1 });
  }
  return history;
}

test.each(seeds)("in a history with branches and merges it is the commit that began it (seed %i)", async (seed) => {
  const history = branched(seed);
  const { at, bisection } = await found(history);
  expect([at]).toEqual(scanned(history));
  expect(bisection.taken).toBeUndefined();
  // Halving a graph is not exact, and a merge that is found has its parents looked at.
  const parents = history[at]?.parents.length ?? 0;
  expect(bisection.resolutions).toBeLessThanOrEqual(Math.ceil(Math.log2(bisection.commits)) + 3 + parents);
});

test("a merge that makes the value out of both sides is the commit", async () => {
  const history: readonly Drawn[] = [
    { parents: [], value: 1 },
    { parents: [0], value: 2 },
    { parents: [0], value: 3 },
    { parents: [1, 2], value: 4 },
    { parents: [3], value: 4 },
  ];
  const { at, bisection } = await found(history);
  expect(at).toBe(3);
  expect(bisection.parents).toHaveLength(2);
  expect(bisection.taken).toBeUndefined();
});

test("a merge that takes the value from a branch where it always was says so", async () => {
  const repo = imported([
    { parents: [], value: 2 },
    { parents: [0], value: 1 },
    { parents: [1], value: 1 },
    { parents: [0], value: 2 },
    { parents: [2, 3], value: 2 },
  ]);
  const [good = ""] = repo.git("rev-list", "--grep=commit 2", "main").split("\n");
  const workspace = await openWorkspace({ cwd: repo.dir });
  const question = { node: "n1", path: ["parameters", "v"], good, bad: "main" };
  const { first, taken } = await workspace.bisect(question);
  expect([first.subject, taken]).toEqual(["commit 3", repo.git("rev-list", "--max-parents=0", "main")]);
  await workspace.close();
});

test("a value is looked for where it came, or where it went", async () => {
  const history = straight([1, 1, 2, 2, 2, 3, 3]);
  expect((await found(history, "3")).at).toBe(5);
  expect((await found(history, "1")).at).toBe(2);
  await expect(found(history, "2")).rejects.toThrow(/has this value neither in [0-9a-f]+ nor in main/);
  await expect(found(history, "'3'")).rejects.toThrow("neither");
  await expect(found(history, "[")).rejects.toThrow("--value: ");
});

test("commits with the same inventory are resolved once", async () => {
  const repo = newRepo();
  const good = repo.commit("first", { "heir.yml": "", "nodes/n1.yml": "parameters: {v: 1}\n", "classes/.gitkeep": "" });
  for (let at = 0; at < 20; at += 1) repo.commit(`empty ${at}`);
  repo.commit("second", { "nodes/n1.yml": "parameters: {v: 2}\n" });
  const workspace = await openWorkspace({ cwd: repo.dir });
  const question = { node: "n1", path: ["parameters", "v"], good, bad: "main" };
  const { first, resolutions, commits } = await workspace.bisect(question);
  await workspace.close();
  expect({ subject: first.subject, resolutions, commits }).toEqual({ subject: "second", resolutions: 2, commits: 21 });
});

test("in a folder of a repository only commits that change it count", async () => {
  const repo = newRepo();
  const good = repo.commit("first", { "inv/nodes/n1.yml": "parameters: {v: 1}\n", "inv/classes/.gitkeep": "" });
  for (let at = 0; at < 9; at += 1) repo.commit(`other ${at}`, { "other.txt": String(at) });
  repo.commit("second", { "inv/nodes/n1.yml": "parameters: {v: 2}\n" });
  repo.commit("last", { "other.txt": "last" });
  const workspace = await openWorkspace({ cwd: repo.dir, directory: "inv" });
  const question = { node: "n1", path: ["parameters", "v"], good, bad: "main" };
  const { first, commits } = await workspace.bisect(question);
  await workspace.close();
  expect({ subject: first.subject, commits }).toEqual({ subject: "second", commits: 1 });
});
