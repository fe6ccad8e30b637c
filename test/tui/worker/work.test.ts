import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rowText } from "../../../src/report/text/row.ts";
import { WORKTREE } from "../../../src/tui/state/compared.ts";
import { newRepo, type TestRepo } from "../../support/git/repo.ts";
import { only, worker } from "../../support/tui/worker.ts";

type Ask = ReturnType<typeof worker>;

const MANY = `parameters:\n${Array.from({ length: 40 }, (_, at) => `  k${at}: 1\n`).join("")}`;

/** Two changes in one file, one more file that is staged, and one that git does not know. */
function workRepo(): TestRepo {
  const repo = newRepo();
  repo.git("config", "user.name", "ops");
  repo.git("config", "user.email", "ops@example.org");
  repo.commit("first", { "nodes/web1.yml": "classes: [many]\n", "classes/many.yml": MANY, "README.md": "one\n" });
  repo.write("classes/many.yml", MANY.replace("k0: 1", "k0: 2").replace("k39: 1", "k39: 2"));
  repo.write("README.md", "two\n");
  repo.git("add", "README.md");
  repo.write("new [1].yml", "");
  return repo;
}

async function letters(ask: Ask): Promise<readonly string[]> {
  const { files } = only(await ask({ kind: "files", ask: {} }), "files");
  return files.map(({ path, index, worktree }) => `${index}${worktree} ${path}`);
}

test("files are staged and unstaged whole or by hunk, and each step is undone", async () => {
  const repo = workRepo();
  const ask = worker(repo);
  const stage = async (path: string, hunk?: string) =>
    only(await ask({ kind: "stage", ask: { path, ...(hunk !== undefined && { hunk }) } }), "stage");
  const undo = async () => only(await ask({ kind: "undo", ask: { isSure: false } }), "undo");
  const before = ["M  README.md", " M classes/many.yml", "?? new [1].yml"];

  expect(await letters(ask)).toEqual(before);
  await ask({ kind: "staged", ask: { target: undefined } });
  const { hunks } = only(await ask({ kind: "hunks", ask: { path: "classes/many.yml" } }), "hunks");
  expect(hunks.map(({ isStaged, lines }) => [isStaged, lines.find((line) => line.startsWith("+"))])).toEqual([
    [false, "+  k0: 2"],
    [false, "+  k39: 2"],
  ]);
  expect(
    hunks.map(({ effects }) => effects.map(rowText)),
    "each with what it does",
  ).toEqual([["1 node  ~ k0  1 -> 2"], ["1 node  ~ k39  1 -> 2"]]);
  expect(await stage("classes/many.yml", hunks[1]?.id)).toMatchObject({ kind: "done", left: 1 });
  expect(repo.git("diff", "--cached", "-U0", "classes/many.yml").match(/^\+ .*$/gm)).toEqual(["+  k39: 2"]);
  expect(await stage("classes/many.yml")).toMatchObject({ words: "staged classes/many.yml" });
  expect(await stage("README.md")).toMatchObject({ words: "unstaged README.md" });
  expect(await stage("new [1].yml")).toMatchObject({ left: 4 });
  expect(await letters(ask)).toEqual([" M README.md", "M  classes/many.yml", "A  new [1].yml"]);

  for (const left of [3, 2, 1, 0]) expect(await undo()).toMatchObject({ kind: "done", left });
  expect(await letters(ask)).toEqual(before);
  expect(await ask({ kind: "undo", ask: { isSure: false } })).toMatchObject([{ kind: "failed" }]);
});

test("a change that several files make is staged with all of them, new and gone ones too, and taken back as one", async () => {
  const repo = newRepo();
  const old = Object.fromEntries(["web2", "web3"].map((name) => [`nodes/${name}.yml`, "classes: [many]\n"]));
  repo.commit("first", { ...old, "classes/many.yml": MANY });
  for (const name of ["web4", "web5"]) repo.write(`nodes/${name}.yml`, "parameters: { only: 1 }\n");
  for (const name of ["web2", "web3"]) rmSync(join(repo.dir, `nodes/${name}.yml`));
  const ask = worker(repo);
  const { set } = only(await ask({ kind: "staged", ask: { target: WORKTREE } }), "staged");
  const staged = () => repo.git("diff", "--cached", "--no-renames", "--name-status").split("\n");
  const stage = async (id: string) =>
    only(await ask({ kind: "stage", ask: { target: WORKTREE, changes: [id], words: id } }), "stage");
  expect(set.changes.map(({ sign, nodes }) => [sign, nodes.length])).toEqual([
    ["+", 2],
    ["-", 2],
  ]);
  for (const { id } of set.changes) await stage(id);
  expect(staged()).toEqual(["D\tnodes/web2.yml", "D\tnodes/web3.yml", "A\tnodes/web4.yml", "A\tnodes/web5.yml"]);

  const [{ id = "" } = {}] = set.changes;
  await stage(id);
  expect(staged()).toHaveLength(2);
  await ask({ kind: "undo", ask: { isSure: false } });
  expect(staged()).toHaveLength(4);
});

test("a commit runs git's hooks, and is taken back after asking; what a hook that refuses says is passed on whole", async () => {
  const repo = workRepo();
  const ask = worker(repo);
  const hook = join(repo.dir, ".git/hooks/pre-commit");
  writeFileSync(hook, "#!/bin/sh\necho one >&2\necho two >&2\ntest ! -e no\n");
  chmodSync(hook, 0o755);
  const head = repo.git("rev-parse", "HEAD");
  repo.write("no", "");
  const refused = only(await ask({ kind: "commit", ask: { message: { text: "readme: two" } } }), "commit");
  expect(refused).toEqual({ kind: "refused", tried: "git commit", output: "one\ntwo\n" });
  expect(repo.git("rev-parse", "HEAD")).toBe(head);

  repo.git("clean", "-q", "-f", "no");
  expect(only(await ask({ kind: "commit", ask: { message: { text: "readme: two" } } }), "commit")).toMatchObject({
    left: 1,
  });
  expect(repo.git("log", "-1", "--format=%s")).toBe("readme: two");
  expect(only(await ask({ kind: "undo", ask: { isSure: false } }), "undo").kind).toBe("asks");
  expect(only(await ask({ kind: "undo", ask: { isSure: true } }), "undo").kind).toBe("done");
  expect(repo.git("rev-parse", "HEAD")).toBe(head);
  expect(repo.git("diff", "--cached", "--name-only")).toBe("README.md");
});

test("what was done is not undone once the index moved, and it is said what did", async () => {
  const repo = workRepo();
  const ask = worker(repo);
  await ask({ kind: "stage", ask: { path: "classes/many.yml" } });
  repo.git("add", "new [1].yml");

  expect(await ask({ kind: "undo", ask: { isSure: true } })).toMatchObject([
    { kind: "failed", message: '"staged classes/many.yml" cannot be undone: new [1].yml changed in the index since' },
  ]);
  expect(readFileSync(join(repo.dir, "classes/many.yml"), "utf8")).toContain("k0: 2");
});
