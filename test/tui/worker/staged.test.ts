import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { type ComparedStates, WORKTREE } from "../../../src/tui/state/compared.ts";
import type { Request } from "../../../src/tui/worker/questions.ts";
import { newRepo, type TestRepo } from "../../support/git/repo.ts";
import { only, worker } from "../../support/tui/worker.ts";

const target: ComparedStates = { kind: "states", words: [], staged: true };

/** Two groups disagree in the index, and a secret is changed; HEAD has a class that is not there. */
function stagedRepo(): TestRepo {
  const repo = newRepo();
  repo.commit("first", {
    "heir.yml": "version: 1\nsecrets: [ldap:password]\n",
    "groups/debian.yml": "nodes: [web1]\nproperties: {dns: 1.1.1.1}\n",
    "groups/dc.yml": "nodes: [web1]\n",
    "order.yml": "# lowest first\norder:\n  - [x, debian]\n",
    "groups/x.yml": "nodes: [web1]\n",
    "nodes/web1.yml": "parameters: {ldap: {password: hunter1}}\n",
    "nodes/web2.yml": "classes: [gone]\n",
  });
  repo.write("groups/dc.yml", "nodes: [web1]\nproperties: {dns: 9.9.9.9}\n");
  repo.write("nodes/web1.yml", "parameters: {ldap: {password: hunter2}}\n");
  repo.git("add", ".");
  return repo;
}

test("what the hook would say comes with the changes; what HEAD has too stands apart", async () => {
  const report = only(await worker(stagedRepo())({ kind: "staged", ask: { target } }), "staged");

  expect(report.findings.map(({ code, nodes, place }) => [code, nodes, place])).toEqual([
    ["group-conflict", 1, "groups/dc.yml:2"],
  ]);
  expect(report.older.map(({ code }) => code)).toEqual(["class-not-found"]);
  expect(report.verdicts.index).toBe(true);
  expect(report.set.changes.map(({ sign, title, now }) => [sign, title, now])).toContainEqual([
    "~",
    "ldap:password",
    "(secret)",
  ]);
  expect(JSON.stringify(report)).not.toMatch(/hunter/);
});

test("with heir.failLevel a warning stops a commit, as it does in the hook", async () => {
  const repo = newRepo();
  repo.commit("first", {
    "heir.yml": "version: 1\n",
    "groups/a.yml": "nodes: [web1]\nproperties: {dns: 1}\n",
    "nodes/web1.yml": "{}\n",
  });
  repo.write("groups/b.yml", "nodes: [web1]\nproperties: {dns: 2}\n");
  repo.write("nodes/web1.yml", "properties: {dns: 3}\n");
  repo.git("add", ".");
  const before = only(await worker(repo)({ kind: "staged", ask: { target } }), "staged");
  repo.git("config", "heir.failLevel", "warning");
  const after = only(await worker(repo)({ kind: "staged", ask: { target } }), "staged");

  expect(before.findings.map(({ code, severity }) => [code, severity])).toEqual([["latent-conflict", "warning"]]);
  expect([before.verdicts.index, after.verdicts.index]).toEqual([false, true]);
});

test("a conflict comes with its lines and the orders that settle it; one is written only as it was shown", async () => {
  const repo = stagedRepo();
  const ask = worker(repo);
  const [conflict] = only(await ask({ kind: "staged", ask: { target } }), "staged").findings;
  const detail = only(await ask({ kind: "finding", ask: { target, id: conflict?.id ?? "", columns: 60 } }), "finding");
  const text = detail.lines.map((line) => line.map((part) => part.text).join("")).join("\n");

  expect(text).toContain("group debian says this");
  expect(text).not.toContain("add ONE of these");
  expect(detail.choices).toEqual([
    { chain: ["dc", "debian"], effect: 'dns = "1.1.1.1" on 1 node', isPossible: true, isWritten: false },
    { chain: ["debian", "dc"], effect: 'dns = "9.9.9.9" on 1 node', isPossible: true, isWritten: false },
  ]);
  const chain = detail.choices[1]?.chain ?? [];
  const plan = only(await ask({ kind: "orderPlan", ask: { target, chain } }), "orderPlan");
  const file = join(repo.dir, "order.yml");
  expect(plan.lines.at(-1)).toEqual({ old: undefined, now: "  - [debian, dc]" });
  expect(readFileSync(file, "utf8")).toBe(plan.before);

  const write: Request = { kind: "orderWrite", ask: { target, chain, before: plan.before } };
  expect(only(await ask(write), "orderWrite")).toMatchObject({
    kind: "done",
    words: "order.yml has [debian, dc], staged",
  });
  expect(readFileSync(file, "utf8")).toBe("# lowest first\norder:\n  - [x, debian]\n  - [debian, dc]\n");
  expect(await ask(write)).toMatchObject([{ kind: "failed", message: expect.stringMatching(/changed meanwhile/) }]);

  expect(only(await ask({ kind: "staged", ask: { target } }), "staged").verdicts.index).toBe(false);
  expect(only(await ask({ kind: "undo", ask: { isSure: false } }), "undo")).toMatchObject({ kind: "done", left: 0 });
  expect(readFileSync(file, "utf8")).toBe(plan.before);
  expect(repo.git("diff", "--cached", "--name-only")).not.toContain("order.yml");
});

/** `topic` changes the default that web2 gets once main has dropped its override; the merge waits to be concluded. */
function mergingRepo(): TestRepo {
  const repo = newRepo();
  repo.commit("first", {
    "classes/base.yml": "parameters: {port: 80}\n",
    "nodes/web1.yml": "classes: [base]\n",
    "nodes/web2.yml": "classes: [base]\nparameters: {port: 8080}\n",
  });
  repo.git("checkout", "-q", "-b", "topic");
  repo.commit("default", { "classes/base.yml": "parameters: {port: 4443}\n" });
  repo.git("checkout", "-q", "main");
  repo.commit("override", { "nodes/web2.yml": "classes: [base]\n" });
  repo.git("merge", "-q", "--no-commit", "topic");
  return repo;
}

test("a merge that waits to be concluded is held against both sides, and stopped where heir.strictMerge stops it", async () => {
  const repo = mergingRepo();
  const before = only(await worker(repo)({ kind: "staged", ask: { target } }), "staged");
  repo.git("config", "heir.strictMerge", "true");
  const after = only(await worker(repo)({ kind: "staged", ask: { target } }), "staged");

  expect(before.merge?.head).toBe(repo.git("rev-parse", "--short=7", "topic"));
  expect(before.merge?.items.map(({ sign, title, names }) => [sign, title, names.length])).toEqual([["≠", "port", 1]]);
  expect([before.verdicts.index, after.verdicts.index]).toEqual([false, true]);
});

test("what was settled by hand is meant to be what it is, as for the hook", async () => {
  const repo = mergingRepo();
  repo.write("classes/base.yml", "parameters: {port: 5000}\n");
  repo.git("add", ".");
  const { merge } = only(await worker(repo)({ kind: "staged", ask: { target } }), "staged");

  expect(merge?.items).toEqual([]);
});

test("the header names what git has begun, and the trees differ only when something does", async () => {
  const repo = mergingRepo();
  const ask = worker(repo);
  const [before, again] = [await ask({ kind: "trees", ask: {} }), await ask({ kind: "trees", ask: {} })];

  expect(only(await ask({ kind: "header", ask: {} }), "header")).toMatchObject({
    branch: "main",
    states: ["merging topic"],
  });
  expect(only(before, "trees").root).toBe(repo.dir);
  expect(only(again, "trees")).toEqual(only(before, "trees"));
  repo.write("nodes/web2.yml", "classes: [base]\nparameters: {port: 1}\n");
  const { worktree, ...rest } = only(await ask({ kind: "trees", ask: {} }), "trees");
  expect(only(before, "trees")).toMatchObject(rest);
  expect(worktree).not.toBe(only(before, "trees").worktree);
});

test("before the first commit there are no commits, and what is staged is checked against nothing", async () => {
  const repo = newRepo();
  repo.write("nodes/web1.yml", "classes: [gone]\n");
  repo.git("add", ".");
  const ask = worker(repo);

  expect(only(await ask({ kind: "history", ask: { from: 0, range: undefined } }), "history").commits).toEqual([]);
  expect(only(await ask({ kind: "header", ask: {} }), "header").states).toEqual(["no commits yet"]);
  const report = only(await ask({ kind: "staged", ask: { target: undefined } }), "staged");
  expect(report.target).toEqual(target);
  expect(report.verdicts).toEqual({ index: true, worktree: undefined });
});

test("nothing staged: the work tree is shown, and both verdicts are known", async () => {
  const repo = newRepo();
  repo.commit("first", { "heir.yml": "version: 1\n", "nodes/web1.yml": "{}\n" });
  repo.write("nodes/web1.yml", "classes: [gone]\n");
  const report = only(await worker(repo)({ kind: "staged", ask: { target: undefined } }), "staged");

  expect(report.target).toEqual({ kind: "states", words: ["HEAD"], staged: false });
  expect(report.verdicts).toEqual({ index: false, worktree: true });
});

test("an order for a conflict of the work tree alone is written there, and nothing is staged", async () => {
  const repo = stagedRepo();
  repo.git("reset", "-q");
  const ask = worker(repo);
  const chain = ["debian", "dc"];
  const plan = only(await ask({ kind: "orderPlan", ask: { target: WORKTREE, chain } }), "orderPlan");
  const write: Request = { kind: "orderWrite", ask: { target: WORKTREE, chain, before: plan.before } };

  expect(only(await ask(write), "orderWrite")).toMatchObject({ kind: "done", words: "order.yml has [debian, dc]" });
  expect(repo.git("diff", "--cached", "--name-only")).toBe("");
  expect(only(await ask({ kind: "staged", ask: { target: WORKTREE } }), "staged").verdicts.worktree).toBe(false);
});

/** Four values in one hunk: two are edited, one with a parent comes, one goes. */
function hunkRepo(): TestRepo {
  const repo = newRepo();
  repo.commit("first", {
    "classes/base.yml": "parameters:\n  a: 1\n  b: 2\n  c: 3\n  d: ${a}\n",
    "nodes/web1.yml": "classes: [base]\n",
  });
  repo.write("classes/base.yml", "parameters:\n  a: 10\n  b: 20\n  e:\n    f: 5\n  d: ${a}\n");
  return repo;
}

test("a change stages the lines that make it and no others of its hunk, and takes them back", async () => {
  const repo = hunkRepo();
  const ask = worker(repo);
  const toggle = async (title: string): Promise<string> => {
    const { set } = only(await ask({ kind: "staged", ask: { target: WORKTREE } }), "staged");
    const changes = set.changes.flatMap((change) => (change.title === title ? change.id : []));
    const done = only(await ask({ kind: "stage", ask: { target: WORKTREE, changes, words: title } }), "stage");
    expect(done).toMatchObject({ kind: "done" });
    return repo.git("show", ":classes/base.yml");
  };

  expect(await toggle("b")).toBe("parameters:\n  a: 1\n  b: 20\n  c: 3\n  d: ${a}");
  expect(await toggle("e")).toBe("parameters:\n  a: 1\n  b: 20\n  c: 3\n  e:\n    f: 5\n  d: ${a}");
  // What follows a reference is staged by the line that it follows.
  expect(await toggle("d")).toBe("parameters:\n  a: 10\n  b: 20\n  c: 3\n  e:\n    f: 5\n  d: ${a}");
  expect(await toggle("b")).toBe("parameters:\n  a: 10\n  b: 2\n  c: 3\n  e:\n    f: 5\n  d: ${a}");
  expect(await toggle("c")).toBe("parameters:\n  a: 10\n  b: 2\n  e:\n    f: 5\n  d: ${a}");
  expect(readFileSync(join(repo.dir, "classes/base.yml"), "utf8")).toContain("  b: 20\n");
});

test("a session that is open for days judges the ends of lines by the day that it is", async () => {
  const repo = newRepo();
  repo.commit("first", { "nodes/web1.yml": "{}\n", "classes/a.yml": "{}\n" });
  repo.write("nodes/web1.yml", "classes: [a]\nparameters:\n  a: 1 # heir: until 2026-11-30 (a try)\n");
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const ask = worker(repo);
    const codes = async (day: string) => {
      vi.setSystemTime(new Date(day));
      return only(await ask({ kind: "staged", ask: { target: WORKTREE } }), "staged").findings.map(({ code }) => code);
    };
    expect(await codes("2026-01-01")).toEqual([]);
    expect(await codes("2026-12-24")).toEqual(["line-ended"]);
  } finally {
    vi.useRealTimers();
  }
});
