import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { locate } from "../../../src/source/repository/locate.ts";
import {
  countedGit,
  hermeticEnv,
  newRepo,
  repoAt,
  type TestEnvironment,
  type TestRepo,
  tempDir,
} from "../../support/git/repo.ts";

describe("the folder to list first", () => {
  test("is the nearest parent with a mark", async () => {
    const repo = newRepo();
    repo.write("inv/nodes/deep/a.yml", "");
    repo.write("other/heir.yml", "");
    repo.write("third/reclass-config.yml", "");
    repo.write("fourth/deep/x.yml", "");
    repo.write("fifth/targets/a.yml", "");
    repo.write("fifth/classes/a.yml", "");
    expect(await nearestOf(repo, "inv/nodes/deep")).toEqual(["inv/nodes/deep", "inv"]);
    expect(await nearestOf(repo, "other")).toEqual(["other", "other"]);
    expect(await nearestOf(repo, "third")).toEqual(["third", "third"]);
    expect(await nearestOf(repo, "fourth/deep")).toEqual(["fourth/deep", ""]);
    expect(await nearestOf(repo, "fifth/targets")).toEqual(["fifth/targets", "fifth"]);
  });

  test("is never above the top of the work tree", async () => {
    const outer = tempDir();
    mkdirSync(join(outer, "nodes"));
    mkdirSync(join(outer, "repo/sub"), { recursive: true });
    const repo = repoAt(join(outer, "repo"));
    repo.git("init", "-q");
    const { top, git } = await locate({ cwd: join(repo.dir, "sub"), env: repo.env });
    expect([top, git?.start, git?.nearest]).toEqual([repo.dir, "sub", ""]);
  });

  test("is found for -C DIR as if heir was started there", async () => {
    const repo = newRepo();
    repo.write("nodes/a.yml", "");
    repo.write("inv/anything", "");
    mkdirSync(join(repo.dir, "empty/deep"), { recursive: true });
    expect(await nearestOf(repo, ".", "inv")).toEqual(["inv", ""]);
    expect(await nearestOf(repo, "inv", "../nodes")).toEqual(["nodes", ""]);
    expect(await nearestOf(repo, ".", "empty/deep")).toEqual(["empty/deep", ""]);
    expect(await nearestOf(repo, "nodes", repo.dir)).toEqual(["", ""]);
  });

  test("outside git is found the same way, up to the root", async () => {
    const folder = tempDir();
    mkdirSync(join(folder, "inv/classes"), { recursive: true });
    writeFileSync(join(folder, "inv/heir.yml"), "");
    const env = hermeticEnv();
    const found = { top: join(folder, "inv"), start: "classes", git: undefined, program: undefined };
    expect(await locate({ cwd: join(folder, "inv/classes"), env })).toEqual(found);
    expect(await locate({ cwd: folder, env })).toMatchObject({ top: folder, start: "", git: undefined });
  });

  test("that -C names and that is not there is an error", async () => {
    const repo = newRepo();
    repo.write("file", "");
    for (const directory of ["none", "file"]) {
      await expect(locate({ cwd: repo.dir, directory, env: repo.env })).rejects.toMatchObject({
        kind: "usage",
        message: `there is no directory "${directory}"`,
      });
    }
  });

  test("reached through a link is the folder behind it", async () => {
    const repo = newRepo();
    repo.write("inv/nodes/a.yml", "");
    const link = join(tempDir(), "link");
    symlinkSync(join(repo.dir, "inv"), link);
    expect((await locate({ cwd: link, env: repo.env })).git?.start).toBe("inv");
  });
});

describe("the repository", () => {
  test("is asked for by one run of git", async () => {
    const repo = newRepo();
    const counted = countedGit();
    await locate({ cwd: repo.dir, env: { ...repo.env, PATH: counted.path } });
    expect(counted.commands()).toEqual(["rev-parse"]);
  });

  test("is described the same without a git program, save for what needs one", async () => {
    const repo = newRepo();
    repo.commit("one", { "inv/nodes/a.yml": "" });
    const cwd = join(repo.dir, "inv/nodes");
    const { git, program, top, start } = await locate({ cwd, env: repo.env });
    const without = await locate({ cwd, env: { ...repo.env, PATH: "" } });
    expect(without).toEqual({ top, start, git, program: undefined });
    expect(program?.cwd).toBe(cwd);
    expect(git).toEqual({
      topLevel: repo.dir,
      gitDir: join(repo.dir, ".git"),
      commonDir: join(repo.dir, ".git"),
      indexFile: join(repo.dir, ".git/index"),
      objectFormat: "sha1",
      start: "inv/nodes",
      nearest: "inv",
    });
  });

  test("of a linked work tree and of a submodule shares what it shares", async () => {
    const repo = newRepo();
    repo.commit("one", { "nodes/a.yml": "" });
    const dir = join(tempDir(), "linked");
    repo.git("worktree", "add", "-q", "-b", "side", dir);
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", repo.dir, "sub");
    const common = join(repo.dir, ".git");
    for (const env of [repo.env, { ...repo.env, PATH: "" }]) {
      const linked = { topLevel: dir, commonDir: common, gitDir: join(common, "worktrees/linked") };
      expect((await locate({ cwd: dir, env })).git).toMatchObject(linked);
      const sub = join(common, "modules/sub");
      const module = { topLevel: join(repo.dir, "sub"), gitDir: sub, commonDir: sub };
      expect((await locate({ cwd: join(repo.dir, "sub/nodes"), env })).git).toMatchObject(module);
    }
  });

  test("that is bare is its own root", async () => {
    const { dir, env } = newRepo({ bare: true });
    for (const one of [env, { ...env, PATH: "" }]) {
      const { top, git } = await locate({ cwd: join(dir, "refs"), env: one });
      expect(top).toBe(dir);
      expect(git).toMatchObject({ topLevel: undefined, gitDir: dir, start: "", nearest: "" });
    }
  });

  test("with sha256 ids says so", async () => {
    const { dir, env } = newRepo({ format: "sha256" });
    for (const one of [env, { ...env, PATH: "" }]) {
      expect((await locate({ cwd: dir, env: one })).git?.objectFormat).toBe("sha256");
    }
  });

  test("that git will not read is an error in its words", async () => {
    const repo = newRepo();
    repo.git("config", "core.repositoryFormatVersion", "99");
    await expect(locate({ cwd: repo.dir, env: repo.env })).rejects.toMatchObject({
      kind: "environment",
      message: "git rev-parse failed: Expected git repo version <= 1, found 99",
    });
  });
});

describe("the environment", () => {
  test("names the repository by GIT_DIR and GIT_WORK_TREE, from anywhere", async () => {
    const repo = newRepo();
    repo.commit("one", { "nodes/a.yml": "" });
    const env = { ...repo.env, GIT_DIR: join(repo.dir, ".git"), GIT_WORK_TREE: repo.dir };
    const { top, git } = await locate({ cwd: tempDir(), env });
    expect([top, git?.topLevel, git?.start]).toEqual([repo.dir, repo.dir, ""]);
  });

  test("names it for folders inside, as in a hook", async () => {
    const repo = newRepo();
    repo.commit("one", { "inv/nodes/a.yml": "" });
    const env = { ...repo.env, GIT_DIR: ".git" };
    const { top, git, program } = await locate({ cwd: repo.dir, directory: "inv", env });
    expect([top, git?.topLevel, git?.nearest]).toEqual([repo.dir, repo.dir, "inv"]);
    expect(program?.cwd).toBe(repo.dir);
  });

  test("does not name it for another repository or a plain folder", async () => {
    const [repo, other] = [newRepo(), newRepo()];
    other.commit("one", { "inv/nodes/a.yml": "" });
    const env = { ...repo.env, GIT_DIR: ".git", GIT_INDEX_FILE: ".git/index" };
    const found = await locate({ cwd: repo.dir, directory: join(other.dir, "inv"), env });
    expect([found.git?.topLevel, found.git?.nearest]).toEqual([other.dir, "inv"]);
    expect(found.program?.env["GIT_INDEX_FILE"]).toBeUndefined();
    const plain = tempDir();
    writeFileSync(join(plain, "heir.yml"), "");
    expect((await locate({ cwd: repo.dir, directory: plain, env })).git).toBeUndefined();
  });

  test("that names no repository is an error", async () => {
    const env: TestEnvironment = hermeticEnv({ GIT_DIR: "/nowhere/at/all" });
    await expect(locate({ cwd: tempDir(), env })).rejects.toMatchObject({
      message: "git rev-parse failed: not a git repository: '/nowhere/at/all'",
    });
  });
});

async function nearestOf(repo: TestRepo, cwd: string, directory?: string) {
  const options = { cwd: join(repo.dir, cwd), env: repo.env, ...(directory !== undefined && { directory }) };
  const { git } = await locate(options);
  return [git?.start, git?.nearest];
}
