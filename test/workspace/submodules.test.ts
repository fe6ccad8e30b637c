import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeOutcome } from "../../src/workspace/load/outcome.ts";
import { openWorkspace } from "../../src/workspace/open.ts";
import { newRepo, type TestRepo, tempDir } from "../support/git/repo.ts";
import { runHeir } from "../support/scenario/run.ts";
import { plain } from "../support/value.ts";

/** A repository of classes, in two versions. */
function shared(): TestRepo {
  const repo = newRepo();
  repo.commit("one", { "base.yml": "parameters: {port: 80}\n", "web/init.yml": "classes: [base]\n" });
  repo.git("tag", "v1");
  repo.commit("two", { "base.yml": "parameters: {port: 443}\n" });
  repo.git("tag", "v2");
  return repo;
}

/** An inventory in a folder with these classes as a submodule, in version one. */
function using(classes: TestRepo): TestRepo {
  const repo = newRepo();
  repo.write("inv/nodes/n1.yml", "classes: [system.base, own]\n");
  repo.write("inv/nodes/n2.yml", "classes: [own]\n");
  repo.write("inv/classes/own.yml", "parameters: {own: 1}\n");
  repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", classes.dir, "inv/classes/system");
  repo.git("-C", "inv/classes/system", "checkout", "-q", "v1");
  repo.commit("one");
  return repo;
}

async function parameters(repo: TestRepo, revision: string): Promise<Readonly<Record<string, unknown>>> {
  const workspace = await openWorkspace({ cwd: repo.dir, cache: false });
  try {
    const inventory = await workspace.load(await workspace.snapshot(revision));
    const nodes = inventory.nodeNames.map((name) => {
      const { node, diagnostics } = nodeOutcome(inventory, name);
      return [name, node === undefined ? diagnostics.map(({ code }) => code) : plain(node.parameters)] as const;
    });
    return Object.fromEntries(nodes);
  } finally {
    await workspace.close();
  }
}

const STATES = ["HEAD", "INDEX", "WORKTREE"];

test("a submodule is what its files would be, laid in at the same place, in every state", async () => {
  const repo = using(shared());
  const laid = newRepo();
  cpSync(join(repo.dir, "inv"), join(laid.dir, "inv"), { recursive: true });
  rmSync(join(laid.dir, "inv/classes/system/.git"));
  laid.commit("one");

  for (const state of STATES) expect(await parameters(repo, state)).toEqual(await parameters(laid, state));
  expect(await parameters(repo, "HEAD")).toMatchObject({ n1: { port: 80, own: 1 }, n2: { own: 1 } });
});

test("the work tree has the edits of the checkout, the index and commits have the pinned commit", async () => {
  const repo = using(shared());
  repo.write("inv/classes/system/base.yml", "parameters: {port: 8080}\n");

  const ports = await Promise.all(STATES.map(async (state) => (await parameters(repo, state))["n1"]));
  expect(ports).toMatchObject([{ port: 80 }, { port: 80 }, { port: 8080 }]);
});

test("a checkout that is gone leaves the pinned commit, read from the objects that git keeps", async () => {
  const repo = using(shared());
  repo.git("submodule", "--quiet", "deinit", "-f", "inv/classes/system");

  expect(await parameters(repo, "WORKTREE")).toMatchObject({ n1: { port: 80 } });
});

test("a clone without the submodule fails the nodes that list a class of it, and no others", async () => {
  const repo = using(shared());
  const clone = join(tempDir(), "clone");
  repo.git("clone", "-q", repo.dir, clone);

  for (const state of STATES) {
    expect(await parameters({ ...repo, dir: clone }, state)).toMatchObject({
      n1: ["submodule-missing"],
      n2: { own: 1 },
    });
  }
});

test("a bare repository reads the objects that heir.objects names", async () => {
  const classes = shared();
  const repo = using(classes);
  const bare = join(tempDir(), "bare.git");
  repo.git("clone", "-q", "--bare", repo.dir, bare);
  const server = { ...repo, dir: bare };

  expect(await parameters(server, "HEAD")).toMatchObject({ n1: ["submodule-missing"] });
  repo.git("-C", bare, "config", "--add", "heir.objects", classes.dir);
  expect(await parameters(server, "HEAD")).toMatchObject({ n1: { port: 80 } });
});

test("a gitlink that no .gitmodules lists is read from the objects of the checkout at its path, as long as that is there", async () => {
  const repo = newRepo();
  repo.write("nodes/n1.yml", "classes: [sys.base]\n");
  repo.git("clone", "-q", shared().dir, "classes/sys");
  repo.commit("taken in");
  const checkout = join(repo.dir, "classes/sys");

  repo.write("classes/sys/base.yml", "parameters: {port: 8080}\n");
  const ports = await Promise.all(STATES.map(async (state) => (await parameters(repo, state))["n1"]));
  expect(ports).toMatchObject([{ port: 443 }, { port: 443 }, { port: 8080 }]);
  rmSync(checkout, { recursive: true });
  expect(await parameters(repo, "HEAD")).toEqual({ n1: ["submodule-missing"] });
});

test("a linked work tree of the repository itself is no checkout of a submodule: a clone would not look there", async () => {
  const repo = newRepo();
  repo.commit("base", { "base.yml": "parameters: {port: 443}\n" });
  repo.git("worktree", "add", "-q", "--detach", "classes/sys");
  repo.write("nodes/n1.yml", "classes: [sys.base]\n");
  repo.commit("taken in");

  expect(await parameters(repo, "HEAD")).toEqual({ n1: ["submodule-missing"] });
});

test("a bump differs by the files inside, and a history lists it by the values that it changes", async () => {
  const repo = using(shared());
  repo.git("-C", "inv/classes/system", "checkout", "-q", "v2");
  repo.commit("bump");
  repo.commit("beside", { "README.md": "x" });
  const workspace = await openWorkspace({ cwd: repo.dir, cache: false });
  const [before, after] = [await workspace.snapshot("HEAD~2"), await workspace.snapshot("HEAD")];
  const { changes, lookedAt } = await workspace.compare(before, after);
  const log = await workspace.log({ revisions: ["HEAD"], node: "n1", path: ["parameters", "port"] });
  const subjects: string[] = [];
  for await (const { commit } of log.entries) subjects.push(commit.subject);
  await workspace.close();

  expect(lookedAt.files).toEqual(["classes/system/base.yml"]);
  expect(changes.map(({ change, nodes }) => [change.path, nodes])).toEqual([[["parameters", "port"], ["n1"]]]);
  expect(subjects).toEqual(["bump", "one"]);
});

test("submodules inside one another are read; one that the inventory is not read from is no finding", async () => {
  const inner = newRepo();
  inner.commit("one", { "deep.yml": "parameters: {deep: true}\n" });
  const classes = shared();
  classes.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.dir, "inner");
  classes.commit("three");
  classes.git("tag", "-f", "v1");
  const repo = using(classes);
  repo.git("-C", "inv/classes/system", "-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init");
  repo.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},inv/docs`);
  repo.write("inv/nodes/n1.yml", "classes: [system.inner.deep]\n");
  repo.git("add", "inv/nodes");
  repo.git("commit", "-q", "-m", "two");

  for (const state of STATES)
    expect(await parameters(repo, state)).toMatchObject({ n1: { deep: true }, n2: { own: 1 } });
});

test.each([
  ["HEAD", "INDEX", "WORKTREE"],
  ["HEAD~1", "HEAD", "INDEX"],
])(
  "a submodule has its own info/attributes, and not that of the repository around it: %s, %s, %s",
  async (...states) => {
    const repo = using(shared());
    repo.commit("two", { "README.md": "" });
    const read = async () => Promise.all(states.map(async (state) => (await parameters(repo, state))["n1"]));
    repo.write(".git/info/attributes", "base.yml filter=rot\n");
    const around = await read();
    repo.write(".git/modules/inv/classes/system/info/attributes", "base.yml filter=rot\n");
    const own = await read();
    repo.git("submodule", "--quiet", "deinit", "-f", "inv/classes/system");
    const kept = await read();

    expect(around).toEqual(states.map(() => expect.objectContaining({ port: 80 })));
    expect(own).toEqual(states.map(() => ["filtered-file"]));
    expect(kept).toEqual(own);
  },
);

test("two bumps that git cannot merge are a conflict at the submodule, and its nodes are not settled", async () => {
  const classes = shared();
  for (const [branch, port] of [
    ["left", 8],
    ["right", 9],
  ] as const) {
    classes.git("checkout", "-q", "-b", branch, "v1");
    classes.commit(branch, { "base.yml": `parameters: {port: ${port}}\n` });
  }
  const repo = using(classes);
  const start = repo.git("rev-parse", "HEAD");
  for (const branch of ["left", "right"]) {
    repo.git("checkout", "-q", "-b", branch, start);
    repo.git("-C", "inv/classes/system", "checkout", "-q", `origin/${branch}`);
    repo.commit(branch);
  }
  const merged = await runHeir(["merge-check", "left", "--json"], { cwd: repo.dir });
  const found = JSON.parse(merged.text) as { conflicts: unknown; nodes: { unsettled: unknown }; values: unknown };
  expect([merged.code, found.conflicts, found.nodes.unsettled, found.values]).toEqual([
    1,
    ["inv/classes/system"],
    ["n1"],
    [],
  ]);
  expect(() => repo.git("merge", "-q", "left")).toThrow();
  expect(await parameters(repo, "INDEX")).toMatchObject({ n1: ["unmerged"], n2: { own: 1 } });
});
