import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitProgram } from "../../../src/source/git/program/program.ts";
import { gitRepository, plainRepository } from "../../../src/source/repository/locate.ts";
import { hermeticEnv, newRepo, repoAt, type TestRepo, tempDir } from "../../support/git/repo.ts";

test.each<readonly [string, (repo: TestRepo) => string]>([
  ["at its top", ({ dir }) => dir],
  ["in a folder", ({ dir }) => join(dir, "nodes/deep")],
  ["with commits on no branch", detached],
  ["with packed branches", packed],
])("a repository %s is told as git tells it", async (_, folderOf) => {
  const repo = newRepo();
  repo.commit("one", { "nodes/deep/a.yml": "" });
  const cwd = folderOf(repo);

  const plain = plainRepository(cwd, repo.env);

  expect(plain).toBeDefined();
  expect(plain).toEqual(await gitRepository(gitProgram(cwd, repo.env)));
});

test.each<readonly [string, () => string]>([
  ["a folder outside git", tempDir],
  ["a bare repository", () => newRepo({ bare: true }).dir],
  ["a folder of a bare repository", () => join(newRepo({ bare: true }).dir, "refs")],
  ["a bare repository inside of another", bareInside],
  ["a linked work tree", linkedWorkTree],
  ["the main one of several work trees that differ in settings", ownSettings],
  ["a git directory that lies elsewhere", separate],
  ["a git directory behind a link", behindLink],
  ["a repository with sha256 ids", () => newRepo({ format: "sha256" }).dir],
  ["a work tree that a setting moves", () => configured("core.worktree", tempDir())],
  ["a repository that a setting makes bare", () => configured("core.bare", "true")],
  ["a folder .git without a repository, inside of one", brokenInside],
  ["a repository that has lost its HEAD", headless],
])("git has to be asked about %s", (_, make) => {
  expect(plainRepository(make(), hermeticEnv())).toBeUndefined();
});

test.each(["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_CONFIG_COUNT"])(
  "git has to be asked where %s is set",
  (name) => {
    const repo = newRepo();

    expect(plainRepository(repo.dir, { ...repo.env, [name]: "0" })).toBeUndefined();
  },
);

function detached(repo: TestRepo): string {
  repo.git("checkout", "-q", "--detach");
  return repo.dir;
}

function packed(repo: TestRepo): string {
  repo.git("pack-refs", "--all");
  return repo.dir;
}

function bareInside(): string {
  const repo = newRepo();
  repo.git("init", "-q", "--bare", "inner");
  return join(repo.dir, "inner");
}

function linkedWorkTree(): string {
  const repo = newRepo();
  repo.commit("one");
  const dir = join(tempDir(), "linked");
  repo.git("worktree", "add", "-q", "-b", "side", dir);
  return dir;
}

function ownSettings(): string {
  return configured("extensions.worktreeConfig", "true");
}

function separate(): string {
  const dir = join(tempDir(), "tree");
  mkdirSync(dir);
  repoAt(dir).git("init", "-q", "--separate-git-dir", join(tempDir(), "elsewhere"));
  return dir;
}

function behindLink(): string {
  const repo = newRepo();
  const elsewhere = join(tempDir(), "elsewhere");
  renameSync(join(repo.dir, ".git"), elsewhere);
  symlinkSync(elsewhere, join(repo.dir, ".git"));
  return repo.dir;
}

function configured(name: string, value: string): string {
  const repo = newRepo();
  repo.git("config", name, value);
  return repo.dir;
}

function brokenInside(): string {
  const repo = newRepo();
  mkdirSync(join(repo.dir, "sub/.git/objects"), { recursive: true });
  writeFileSync(join(repo.dir, "sub/.git/config"), "");
  return join(repo.dir, "sub");
}

function headless(): string {
  const repo = newRepo();
  rmSync(join(repo.dir, ".git/HEAD"));
  return repo.dir;
}
