import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newRepo } from "../../support/git/repo.ts";
import { type HookedRepo, hookedRepo, withBuiltProgram } from "../hooked-repo.ts";

withBuiltProgram();

/** Branches that bump a submodule of classes: `right` is another line than `left`, `further` contains `left`. */
function bumped(way?: "process"): HookedRepo {
  const classes = newRepo();
  const version = (branch: string, start: string, port: number) => {
    classes.git("checkout", "-q", "-b", branch, start);
    classes.commit(branch, { "base.yml": `parameters: { port: ${port} }\n` });
  };
  classes.commit("start", { "base.yml": "parameters: { port: 1 }\n" });
  version("left", "main", 2);
  version("further", "left", 3);
  version("right", "main", 4);
  const repo = hookedRepo(way);
  repo.git("config", "heir.strictMerge", "true");
  repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "-b", "main", classes.dir, "classes/sys");
  repo.quietly({
    "nodes/n2.yml": "classes: [sys.base, own]\n",
    "classes/own.yml": "parameters: { at: '${port}/1' }\n",
  });
  for (const branch of ["left", "further", "right"]) {
    repo.git("checkout", "-q", "-b", branch, "main");
    checkOut(repo, branch);
    repo.quietly({ [`classes/${branch}.yml`]: "{}\n" });
  }
  return repo;
}

function checkOut(repo: HookedRepo, branch: string): void {
  repo.git("-C", "classes/sys", "checkout", "-q", `origin/${branch}`);
}

/** Checks a branch out, submodule included, and merges another one into it. */
function merge(repo: HookedRepo, into: string, ...words: readonly string[]) {
  repo.git("checkout", "-q", into);
  repo.git("submodule", "--quiet", "update");
  return repo.git("merge", "-m", "both", ...words);
}

test("a merge that git makes of two bumps is judged by their files", () => {
  const repo = bumped("process");
  const { code, text } = merge(repo, "left", "further");

  expect(code).toBe(1);
  expect(text).toContain("heir: merge refused (heir.strictMerge): 2 changes lost\n");
  expect(text).toContain("lost      port on 1 node (n2): our change is lost, the merged value is theirs\n");
  expect(text).toContain("merged  3  classes/sys/base.yml:1");
  expect(repo.git("commit", "-qnm", "meant").code).toBe(0);
});

test("two bumps that git cannot merge are named by the path of the submodule until somebody chose a commit", () => {
  const repo = bumped();
  const { code, text } = merge(repo, "left", "right");
  expect([code, repo.git("status", "--short").text]).toEqual([1, "A  classes/right.yml\nUU classes/sys\n"]);
  expect(text).not.toContain("heir:");

  for (const hook of ["pre-merge-commit", "pre-commit"]) {
    const { code: refused, text: why } = repo.heir("hooks", "run", hook);
    expect([refused, why]).toEqual([2, expect.stringContaining("paths that are not merged: classes/sys\n")]);
  }
  const { nodes, looked_at: seen } = JSON.parse(
    repo.heir("diff", "--staged", "--json").text.replace(/\n\S.*\n$/, "\n"),
  );
  expect(nodes.newly_failing).toMatchObject([{ name: "n2", errors: [{ code: "unmerged" }] }]);
  expect(seen.left_out).toEqual([{ kind: "unmerged", file: "classes/sys" }]);
  checkOut(repo, "right");
  repo.git("add", "classes/sys");
  const concluded = repo.git("commit", "-qm", "theirs");
  expect([concluded.code, concluded.text]).toEqual([0, "heir: 1 of 2 nodes changes, 2 values\n"]);
});

test("without a checkout the work tree does not take either bump for merged", () => {
  const repo = bumped();
  merge(repo, "left", "right");
  repo.git("submodule", "--quiet", "deinit", "-f", "classes/sys");
  const { code, text } = repo.heir("show", "n2", "port");

  expect([code, text]).toEqual([3, expect.stringContaining("error[unmerged]: classes/sys is not merged")]);
});

test("a side that is taken whole, as with -s ours, loses the other bump", () => {
  const repo = bumped();
  const { code, text } = merge(repo, "left", "-s", "ours", "right");

  expect(code).toBe(1);
  expect(text).toContain("lost      port on 1 node (n2): their change is lost, the merged value is ours\n");
});

test("a gitlink to a commit of the repository itself is not here: no clone finds it in the repository of the submodule", () => {
  const repo = hookedRepo();
  const own = repo.git("commit-tree", "-m", "own", "HEAD:classes").text.trim();
  repo.git("rm", "-rqf", "classes");
  repo.write({ ".gitmodules": '[submodule "c"]\n\tpath = classes\n\turl = ../nowhere.git\n' });
  repo.git("add", ".gitmodules");
  repo.git("update-index", "--add", "--cacheinfo", `160000,${own},classes`);

  const { code, text } = repo.git("commit", "-qm", "a gitlink");
  expect([code, text]).toEqual([1, expect.stringContaining("error[submodule-missing]: submodule classes is not here")]);
});

test("a repository that git add took in is read from its checkout in each state, and refused in a commit", () => {
  const repo = hookedRepo();
  const inner = newRepo();
  inner.commit("inner", { "dep.yml": "parameters: {dep: 1}\n" });
  repo.git("clone", "-q", inner.dir, "classes/sys");
  repo.write({ "nodes/n9.yml": "classes: [sys.dep]\n" });
  repo.git("add", "-A");

  for (const state of ["WORKTREE", "INDEX"]) expect(repo.heir("show", "n9", "dep", "-r", state).text).toBe("1\n");
  expect(repo.heir("check")).toMatchObject({ code: 0, text: expect.stringContaining("warning[submodule-missing]") });
  const { code, text } = repo.git("commit", "-qm", "taken in");
  expect(code).toBe(1);
  expect(text).toContain("submodule classes/sys has no URL in .gitmodules: no clone gets its files");
  expect(text).toContain("git submodule add URL classes/sys, or git rm --cached classes/sys and add its files");
});

test("what an inventory leaves behind when it moves is still to be readable in a clone", () => {
  for (const listed of [true, false]) {
    const repo = hookedRepo();
    repo.git("mv", "nodes", "classes", mkdir(repo, "conf"));
    const modules = '[submodule "e"]\n\tpath = nodes/ext\n\turl = ../nowhere.git\n';
    if (listed) repo.write({ ".gitmodules": modules });
    repo.git("add", "-A");
    repo.git("update-index", "--add", "--cacheinfo", `160000,${"12".repeat(20)},nodes/ext`);

    const { code, text } = repo.git("commit", "-qm", "moved");
    const says = listed ? "submodule nodes/ext is not here" : "submodule nodes/ext has no URL in .gitmodules";
    expect([code, text]).toEqual([1, expect.stringContaining(`error[submodule-missing]: ${says}`)]);
    repo.git("rm", "-q", "--cached", "nodes/ext");
    expect(repo.git("commit", "-qm", "moved").code).toBe(0);
  }
});

function mkdir(repo: HookedRepo, name: string): string {
  mkdirSync(join(repo.dir, name));
  return name;
}
