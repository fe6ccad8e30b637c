import { chmodSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changedPaths } from "../../../src/source/act/acts.ts";
import { gitProgram } from "../../../src/source/git/program/program.ts";
import { newRepo, type TestRepo } from "../../support/git/repo.ts";

test("of each path that a commit would change, or could, the letters are those of git status", async () => {
  const repo = newRepo();
  expect(await letters(repo)).toEqual([]);
  repo.commit(
    "one",
    Object.fromEntries(["edited", "gone", "link", "mode", "same", "staged"].map((name) => [name, ""])),
  );
  repo.write("edited", "1");
  rmSync(join(repo.dir, "gone"));
  rmSync(join(repo.dir, "link"));
  symlinkSync("same", join(repo.dir, "link"));
  chmodSync(join(repo.dir, "mode"), 0o755);
  repo.write("staged", "1");
  repo.write("announced", "1");
  repo.git("add", "staged");
  repo.git("add", "-N", "announced");
  repo.write("folder/new ü", "");
  repo.git("init", "-q", "inner");

  expect(await letters({ ...repo, dir: join(repo.dir, "folder") })).toEqual([
    " A announced",
    " M edited",
    "?? folder/new ü",
    " D gone",
    " T link",
    " M mode",
    "M  staged",
  ]);
});

test("what is not merged has one letter, whatever both sides did", async () => {
  const repo = newRepo();
  repo.commit("one", { both: "1", deleted: "1" });
  repo.git("checkout", "-q", "-b", "side");
  repo.git("rm", "-q", "deleted");
  repo.commit("two", { both: "2", added: "2" });
  repo.git("checkout", "-q", "main");
  repo.commit("three", { both: "3", added: "3", deleted: "3" });
  expect(() => repo.git("merge", "-q", "side")).toThrow();

  expect(await letters(repo)).toEqual(["UU added", "UU both", "UU deleted"]);
});

async function letters({ dir, env }: TestRepo): Promise<readonly string[]> {
  return (await changedPaths(gitProgram(dir, env))).map(({ path, index, worktree }) => `${index}${worktree} ${path}`);
}
