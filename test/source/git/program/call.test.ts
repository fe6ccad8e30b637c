import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { changedPaths } from "../../../../src/source/act/acts.ts";
import { gitCall } from "../../../../src/source/git/program/call.ts";
import { git } from "../../../../src/source/git/program/process.ts";
import { gitPath, gitProgram } from "../../../../src/source/git/program/program.ts";
import { mergeTree } from "../../../../src/source/merge/merge-tree.ts";
import { openSource } from "../../../../src/source/open.ts";
import { plainReader } from "../../../support/finder.ts";
import { newRepo, type TestRepo, tempDir } from "../../../support/git/repo.ts";

test("git is taken from an absolute folder of PATH outside the work tree, links followed", () => {
  const repo = newRepo();
  const [inside, link] = [join(repo.dir, "bin"), join(tempDir(), "link")];
  mkdirSync(inside);
  program(join(inside, "git"), "exit 1");
  symlinkSync(inside, link);
  const path = ["", ".", "bin", inside, link, repo.env["PATH"]].join(delimiter);

  const found = gitProgram(repo.dir, { ...repo.env, PATH: path });

  expect(found.file).toBe(gitProgram(repo.dir, repo.env).file);
  expect(found.env["PATH"]?.split(delimiter).filter((folder) => !folder.startsWith("/"))).toEqual([]);
  expect(found.env["PATH"]).not.toContain(inside);
});

test("a program of PATH may be in any folder where there is no work tree", () => {
  const folder = tempDir();
  program(join(folder, "git"), "exit 0");

  expect(gitProgram(folder, { PATH: folder }).file).toBe(join(folder, "git"));
});

test.each([
  [["status"]],
  [["diff", "--no-ext-diff"]],
  [["ls-files", "-m"]],
  [["blame", "HEAD", "--", "a"]],
  [["hash-object", "a"]],
  [["diff-index", "HEAD"]],
  [["-c", "alias.log=!run", "archive"]],
  [[]],
])("git %j is not started: it could run programs", (args) => {
  expect(() => gitCall(gitProgram("/", {}), args, () => [])).toThrow(/is not among the calls/);
});

test("settings of the reader are read as they are, programs among them switched off everywhere else", async () => {
  const repo = newRepo();
  repo.git("config", "core.hooksPath", "mine");
  const here = gitProgram(repo.dir, repo.env);

  expect((await git(here, ["config", "core.hooksPath"])).toString()).toBe("mine\n");
  expect((await git(here, ["rev-parse", "--git-path", "hooks"])).toString()).toBe("mine\n");
  expect(gitCall(here, ["ls-files"], () => []).args).toEqual(expect.arrayContaining(["core.hooksPath=/dev/null"]));
});

test("a path from the top is found in any folder of the work tree, pathspec signs and all", async () => {
  const repo = newRepo();
  repo.commit("one", { "deep/er/x": "", ":(top)a[1]*": "", "b/:!c": "" });
  const deep = await openSource({ reader: plainReader, cwd: join(repo.dir, "deep/er"), env: repo.env });
  const here = deep.program ?? gitProgram(repo.dir, repo.env);
  const list = async (path: string) =>
    (await git(here, ["ls-files", "--full-name", "--", gitPath(here, path)])).toString();

  expect([here.up, await list(":(top)a[1]*"), await list("b"), await list("")]).toEqual([
    "../../",
    ":(top)a[1]*\n",
    "b/:!c\n",
    ":(top)a[1]*\nb/:!c\ndeep/er/x\n",
  ]);
  await deep.close();
});

test("no program that the repository names runs when its work tree is read", async () => {
  const repo = newRepo();
  repo.commit("one", { "nodes/a.yml": "a: 1\n", "nodes/b.yml": "b: 1\n", ".gitattributes": "*.yml filter=f diff=d\n" });
  const ran = spied(repo);
  repo.write("nodes/a.yml", "a: 2\n");
  execFileSync("touch", ["-d", "2001-01-01", join(repo.dir, "nodes/b.yml")]);
  const source = await openSource({ reader: plainReader, cwd: repo.dir, env: repo.env });

  expect([...(await source.state({ kind: "worktree" })).blobs.keys()]).toHaveLength(2);
  expect([...(await source.state({ kind: "index" })).blobs.keys()]).toHaveLength(2);
  const lines = await source.lines({ commit: "HEAD", path: "nodes/a.yml", lines: [1] });
  expect(lines.size).toBe(1);
  await source.close();
  expect(existsSync(ran)).toBe(false);
});

test("a file that was written in the second of the index is not read through its filter for the staged state", async () => {
  const repo = newRepo();
  repo.commit("one", { "nodes/a.yml": "a: 1\n", ".gitattributes": "*.yml filter=f\n" });
  repo.write("nodes/a.yml", "a: 2\n");
  // For git any index may be as old as a file of the future.
  execFileSync("touch", ["-d", "2035-01-01", join(repo.dir, "nodes/a.yml")]);
  repo.git("add", "-A");
  const ran = spied(repo);
  const source = await openSource({ reader: plainReader, cwd: repo.dir, env: repo.env });

  expect([...(await source.state({ kind: "index" })).blobs.keys()]).toHaveLength(1);
  await source.close();
  expect(existsSync(ran)).toBe(false);
});

test.each(["a=b.c", "it's", "!", "A", ""])("the filter %j is switched off wherever it is set", async (name) => {
  const repo = newRepo();
  repo.commit("one", { "nodes/a.yml": "a: 1\n" });
  const ran = join(tempDir(), "ran");
  repo.git("config", "--file", join(repo.dir, ".git/more"), `filter.${name}.clean`, `touch '${ran}'; cat`);
  repo.git("config", "include.path", "more");
  repo.git("config", `filter.${name}.required`, "true");
  repo.write(".git/info/attributes", `*.yml filter=${name}\n`);
  // What a `git -c` around this process says is stronger than files and variables.
  const key = `filter.${name}.clean`.replaceAll("'", "'\\''").replaceAll("!", "'\\!'");
  const around = { GIT_CONFIG_PARAMETERS: `'${key}'='touch ${ran}; cat'` };
  for (const [at, env] of [repo.env, { ...repo.env, ...around }].entries()) {
    execFileSync("touch", ["-d", `200${at}-01-01`, join(repo.dir, "nodes/a.yml")]);
    const source = await openSource({ reader: plainReader, cwd: repo.dir, env });
    expect([...(await source.state({ kind: "worktree" })).blobs.keys()]).toHaveLength(1);
    await source.close();
    expect(await changedPaths(gitProgram(repo.dir, env))).toEqual([]);
    expect(existsSync(ran)).toBe(false);
    // git alone does run it.
    execFileSync("git", ["diff"], { cwd: repo.dir, env });
    expect(existsSync(ran)).toBe(true);
    rmSync(ran);
  }
});

test.each(["m", "a=b"])("the merge driver %j does not run: its file is a conflict", async (name) => {
  const repo = newRepo();
  repo.commit("one", { "a.yml": "a: 1\n", ".gitattributes": `*.yml merge=${name}\n` });
  repo.git("checkout", "-q", "-b", "side");
  repo.commit("two", { "a.yml": "a: 2\n" });
  repo.git("checkout", "-q", "main");
  repo.commit("three", { "a.yml": "a: 3\n" });
  const ran = join(tempDir(), "ran");
  repo.git("config", `merge.${name}.driver`, `touch '${ran}'`);

  expect((await mergeTree(gitProgram(repo.dir, repo.env), { ours: "main", theirs: "side" })).conflicts).toEqual([
    "a.yml",
  ]);
  expect(existsSync(ran)).toBe(false);
  repo.git("merge-tree", "--write-tree", "main", "side");
  expect(existsSync(ran)).toBe(true);
});

test("a filter whose name cannot be given back to git ends the command", async () => {
  const repo = newRepo();
  repo.commit("one", { "nodes/a.yml": "a: 1\n" });
  appendFileSync(join(repo.dir, ".git/config"), Buffer.from('[filter "\xff"]\n\tclean = cat\n', "latin1"));
  const source = await openSource({ reader: plainReader, cwd: repo.dir, env: repo.env });

  await expect(source.state({ kind: "worktree" })).rejects.toMatchObject({
    kind: "environment",
    message: "the name of a filter or merge driver in git's settings is no UTF-8",
  });
  await source.close();
});

/** Settings that name programs which leave a file behind. */
function spied(repo: TestRepo): string {
  const ran = join(tempDir(), "ran");
  const spy = join(tempDir(), "spy");
  program(spy, `echo "$0 $*" >> '${ran}'; cat; exit 0`);
  for (const name of ["core.fsmonitor", "core.pager", "filter.f.clean", "filter.f.process", "diff.d.textconv"]) {
    repo.git("config", name, spy);
  }
  repo.git("config", "core.hooksPath", tempDir());
  return ran;
}

function program(path: string, text: string): void {
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}
