import { expect, test, vi } from "vitest";
import { FileCache } from "../../../src/cache/file-cache.ts";
import type { Comparison } from "../../../src/model/results/comparison.ts";
import type { WorkspaceOptions } from "../../../src/workspace/load/states.ts";
import { openWorkspace } from "../../../src/workspace/open.ts";
import { askedRepo, type TestRepo } from "../../support/git/repo.ts";
import { heir } from "../../support/host.ts";

test("between commits of which the earlier one was compared before, only nodes that the change reaches are read", async () => {
  const repo = history();
  const first = await compared(repo, "HEAD~2", "HEAD~1");
  const second = await compared(repo, "HEAD~1", "HEAD");

  expect(first.lookedAt).toEqual({ nodes: 5, resolvedAgain: 1, files: ["classes/a.yml"], leftOut: [] });
  expect(first.read).toContain("nodes/n5.yml");
  expect(second.lookedAt).toEqual({ nodes: 5, resolvedAgain: 2, files: ["classes/b.yml"], leftOut: [] });
  expect(second.read).toEqual(["classes/b.yml", "classes/common.yml", "heir.yml", "nodes/n2.yml", "nodes/n3.yml"]);
});

test("so it is where the later one was compared before: a history is read backwards, too", async () => {
  const repo = history();
  await compared(repo, "HEAD~1", "HEAD");
  const { lookedAt, read } = await compared(repo, "HEAD~2", "HEAD~1");

  expect(lookedAt).toEqual({ nodes: 5, resolvedAgain: 1, files: ["classes/a.yml"], leftOut: [] });
  expect(read).toEqual(["classes/a.yml", "heir.yml", "nodes/n1.yml"]);
});

test("a class that comes is felt by the node that missed it, and by no other", async () => {
  const repo = history();
  await compared(repo, "HEAD~1", "HEAD");
  repo.commit("missing class", { "classes/missing.yml": "{}\n" });
  const { lookedAt, read, nodes } = await compared(repo, "HEAD~1", "HEAD");

  expect(lookedAt.resolvedAgain).toBe(1);
  expect(nodes.newlyResolving).toEqual(["n4"]);
  expect(read).toEqual(["classes/missing.yml", "heir.yml", "nodes/n4.yml"]);
});

test("a query makes that everything is read, and its answer is seen to change", async () => {
  const repo = history();
  repo.commit("query", {
    "classes/missing.yml": "{}\n",
    "nodes/n5.yml": "parameters: {all: '$[ exports:b ]'}\n",
    "nodes/n2.yml": "classes: [b]\nexports: {b: '${b}'}\n",
  });
  await compared(repo, "HEAD~1", "HEAD");
  repo.commit("other value", { "classes/b.yml": "parameters: {b: 3}\n" });
  const known = await compared(repo, "HEAD~1", "HEAD");
  const plain = await compared(repo, "HEAD~1", "HEAD", { cache: false });

  expect(known.changes.flatMap(({ nodes }) => nodes)).toContain("n5");
  expect(known.lookedAt).toEqual(plain.lookedAt);
});

test("of states that nobody compared before, files that no node leads to are not read", async () => {
  const repo = history();
  repo.commit("unused", { "classes/unused.yml": "parameters: {a: 1}\n" });
  repo.commit("fourth", { "classes/a.yml": "parameters: {a: 3}\n" });
  const { lookedAt, read } = await compared(repo, "HEAD~1", "HEAD");

  expect(lookedAt).toEqual({ nodes: 5, resolvedAgain: 1, files: ["classes/a.yml"], leftOut: [] });
  expect(read).not.toContain("classes/unused.yml");
});

test("classes that only groups, settings and references name are found", async () => {
  const repo = askedRepo();
  repo.commit("one", {
    "heir.yml": "class_mappings: ['n1 mapped']\n",
    "groups/all.yml": "match: {all: [{fact: os, op: eq, value: x}]}\nclasses: [grouped]\n",
    "classes/grouped.yml": "classes: [below]\n",
    "classes/below.yml": "parameters: {b: 1}\n",
    "classes/base.yml": "parameters: {role: web}\n",
    "classes/mapped.yml": "parameters: {m: 1}\n",
    "classes/role/web.yml": "parameters: {r: 1}\n",
    "nodes/n1.yml": "classes: [base, 'role.${role}']\nfacts: {os: x}\n",
  });
  repo.commit("two", {
    "classes/below.yml": "parameters: {b: 2}\n",
    "classes/mapped.yml": "parameters: {m: 2}\n",
    "classes/role/web.yml": "parameters: {r: 2}\n",
  });
  const { changes } = await compared(repo, "HEAD~1", "HEAD");

  expect(changes.map(({ change }) => change.path.at(-1)).sort()).toEqual(["b", "m", "r"]);
});

test("settings of one run have nodes of their own", async () => {
  const repo = askedRepo();
  repo.commit("one", { "classes/a.yml": "{}\n", "other/a.yml": "{}\n", "nodes/n1.yml": "classes: [a]\n" });
  repo.commit("two", { "classes/z.yml": "{}\n" });
  repo.commit("three", { "other/a.yml": "parameters: {k: 1}\n" });
  await compared(repo, "HEAD~2", "HEAD~1");
  const plain = await compared(repo, "HEAD~1", "HEAD");
  const set = await compared(repo, "HEAD~1", "HEAD", { overrides: ["classes_uri=other"] });

  expect([plain, set].map(({ lookedAt }) => lookedAt.resolvedAgain)).toEqual([0, 1]);
  expect(set.changes.map(({ change }) => change.path)).toEqual([["parameters", "k"]]);
});

test("a secret that only an untouched node reads is masked all the same", async () => {
  const repo = askedRepo();
  const files = {
    "heir.yml": "secrets: [password]\n",
    "classes/account.yml": "parameters: {password: hunter2222}\n",
    "nodes/n1.yml": "classes: [account]\n",
    "nodes/n2.yml": "parameters: {url: 'https://root:none@db'}\n",
  };
  repo.commit("one", files);
  repo.commit("two", { "nodes/n3.yml": "{}\n" });
  repo.commit("three", { "nodes/n2.yml": "parameters: {url: 'https://root:hunter2222@db'}\n" });
  await compared(repo, "HEAD~2", "HEAD~1");
  const asked = ["diff", "HEAD~1", "HEAD"];
  const known = await heir(asked, { workspace: await openWorkspace({ cwd: repo.dir }) });
  const plain = await heir(asked, { workspace: await openWorkspace({ cwd: repo.dir, cache: false }) });

  expect(known.out).toBe(plain.out);
  expect(known.out).not.toContain("hunter2222");
});

type Compared = Comparison & {
  /** Paths of the files that were asked for, each once. */
  readonly read: readonly string[];
};

/** Compares two revisions as a process of its own would. */
async function compared(
  repo: TestRepo,
  from: string,
  to: string,
  options: Pick<WorkspaceOptions, "cache" | "overrides"> = {},
): Promise<Compared> {
  const file = vi.spyOn(FileCache.prototype, "file");
  const workspace = await openWorkspace({ cwd: repo.dir, ...options });
  const comparison = await workspace.compare(await workspace.snapshot(from), await workspace.snapshot(to));
  await workspace.close();
  const read = [...new Set(file.mock.calls.map(([path]) => path))].sort();
  file.mockRestore();
  return { ...comparison, read };
}

function history(): TestRepo {
  const repo = askedRepo();
  repo.commit("first", {
    "heir.yml": "delimiter: ':'\n",
    "classes/a.yml": "parameters: {a: 1}\n",
    "classes/b.yml": "classes: [common]\nparameters: {b: 1}\n",
    "classes/common.yml": "parameters: {c: 1}\n",
    "nodes/n1.yml": "classes: [a]\n",
    "nodes/n2.yml": "classes: [b]\n",
    "nodes/n3.yml": "classes: [b]\n# 3\n",
    "nodes/n4.yml": "classes: [missing]\n",
    "nodes/n5.yml": "classes: [common]\n",
  });
  repo.commit("second", { "classes/a.yml": "parameters: {a: 2}\n" });
  repo.commit("third", { "classes/b.yml": "classes: [common]\nparameters: {b: 2}\n" });
  return repo;
}
