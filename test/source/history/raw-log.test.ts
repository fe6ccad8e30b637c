import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { HistoryCommit } from "../../../src/model/results/history.ts";
import { gitProgram } from "../../../src/source/git/program/program.ts";
import { historyCommits } from "../../../src/source/history/raw-log.ts";
import { newRepo, type TestRepo } from "../../support/git/repo.ts";

const all = { revisions: ["HEAD"], firstParent: false, prefix: "" };

describe("no text of a commit is taken for structure", () => {
  test.each([
    ["a header like a raw difference", (id: string) => `:100644 100644 ${id} ${id} M`, ""],
    ["a header like a difference with a path", (id: string) => `:100644 100644 ${id} ${id} M\tnodes/a.yml`, "typo"],
    ["a second tree and a second parent", (id: string) => `tree ${id}\nparent ${id}`, "typo"],
    ["a subject like an id", () => "x y", "0123456789012345678901234567890123456789"],
    ["a message like a difference", (id: string) => `x ${id}`, ":100644 100644 a b M\n\n:100644 100644 a b M"],
  ])("%s", async (_, header, message) => {
    const repo = newRepo();
    const parent = repo.commit("one", { "nodes/a.yml": "a: 1\n" });
    repo.write("nodes/a.yml", "a: 2\n");
    repo.git("add", "-A");
    const tree = repo.git("write-tree");
    const who = "Mallory <m@example.org> 1767225700 +0100";
    const head = [`tree ${tree}`, `parent ${parent}`, `author ${who}`, `committer ${who}`, header(parent)];
    forge(repo, `${head.join("\n")}\n\n${message}\n`);

    const [newest, oldest] = await history(repo);
    expect(newest).toMatchObject({ parents: [parent], author: "Mallory", date: "2026-01-01T01:01:40+01:00" });
    expect(newest?.subject).toBe(repo.git("log", "-1", "--format=%s"));
    expect(paths(newest, parent)).toEqual(["nodes/a.yml"]);
    expect(oldest).toMatchObject({ id: parent, parents: [], subject: "one" });
  });
});

test("a path with line ends, tabs, quotes and colons stays one path", async () => {
  const repo = newRepo();
  const path = 'classes/x\n:100644 y\t"q".yml';
  const first = repo.commit("one", { [path]: "a: 1\n" });
  repo.commit("two", { [path]: "a: 2\n", ":b.yml": "b: 1\n" });

  const [newest] = await history(repo);
  expect(paths(newest, first)).toEqual([":b.yml", path]);
});

test("a merge differs from each parent by what git says; with first parents from one", async () => {
  const repo = newRepo();
  repo.commit("base", { "a.yml": "a: 1\n", "b.yml": "b: 1\n" });
  repo.git("checkout", "-q", "-b", "side");
  const side = repo.commit("side", { "b.yml": "b: 2\n" });
  repo.git("checkout", "-q", "main");
  const main = repo.commit("main", { "a.yml": "a: 2\n" });
  repo.git("merge", "-q", "--no-edit", "side");

  const [merge, ...rest] = await history(repo);
  expect([paths(merge, main), paths(merge, side)]).toEqual([["b.yml"], ["a.yml"]]);
  expect(rest.map(({ subject }) => subject).sort()).toEqual(["base", "main", "side"]);
  const [first] = await history(repo, { ...all, firstParent: true });
  expect([...(first?.differences.keys() ?? [])]).toEqual([main]);
});

test("commits come in the sequence of git, also those that change nothing, and those without parents", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n" });
  repo.git("commit", "-q", "--allow-empty", "-m", "empty");
  repo.git("checkout", "-q", "--orphan", "other");
  repo.commit("root", { "b.yml": "b: 1\n" });
  repo.git("checkout", "-q", "main");
  repo.git("merge", "-q", "--no-edit", "--allow-unrelated-histories", "other");

  const expected = repo.git("rev-list", "--topo-order", "HEAD").split("\n");
  expect((await history(repo)).map(({ id }) => id)).toEqual(expected);
});

test("a revision that is not there is git's own error", async () => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n" });

  await expect(history(repo, { ...all, revisions: ["nowhere"] })).rejects.toThrow("git rev-list failed");
});

async function history(repo: TestRepo, range = all): Promise<readonly HistoryCommit[]> {
  const commits: HistoryCommit[] = [];
  const program = gitProgram(repo.dir, repo.env);
  for await (const commit of historyCommits(program, range)) commits.push(commit);
  return commits;
}

function paths(commit: HistoryCommit | undefined, parent: string): readonly string[] | undefined {
  return commit?.differences.get(parent)?.map(({ path }) => path);
}

/** Makes an object the tip of the branch as it is, whatever git itself would write. */
function forge(repo: TestRepo, text: string): void {
  const args = ["hash-object", "-t", "commit", "-w", "--literally", "--stdin"];
  const id = execFileSync("git", args, { cwd: repo.dir, env: repo.env as NodeJS.ProcessEnv, input: text });
  repo.git("update-ref", "refs/heads/main", id.toString().trim());
}
