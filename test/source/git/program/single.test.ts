import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scopedSettings } from "../../../../src/source/git/program/process.ts";
import { gitProgram } from "../../../../src/source/git/program/program.ts";
import { hooksPath, mergeBaseOf } from "../../../../src/source/git/program/single.ts";
import { newRepo, type TestEnvironment, type TestRepo, tempDir } from "../../../support/git/repo.ts";

test("a setting is read as git has it, line breaks and all; a name alone is true", () => {
  const repo = newRepo();
  repo.git("config", "heir.text", "two\nlines \n");
  appendFileSync(join(repo.dir, ".git/config"), "[heir]\n\talone\n");
  expect(scopedSettings(at(repo), "^heir\\.")).toEqual([
    { scope: "local", key: "heir.text", value: "two\nlines \n" },
    { scope: "local", key: "heir.alone", value: "true" },
  ]);
  expect(scopedSettings(at(repo), "^heir\\.none$")).toEqual([]);
});

test("settings and repository that the environment names are respected", async () => {
  const repo = newRepo();
  const named = {
    GIT_DIR: join(repo.dir, ".git"),
    GIT_CONFIG_COUNT: "2",
    GIT_CONFIG_KEY_0: "heir.text",
    GIT_CONFIG_VALUE_0: "from the environment",
    GIT_CONFIG_KEY_1: "core.hooksPath",
    GIT_CONFIG_VALUE_1: "/somewhere",
    GIT_CONFIG_PARAMETERS: "'heir.word'='from the command line'",
    GIT_EDITOR: ":",
    GIT_EXEC_PATH: undefined,
    GIT_SSH_COMMAND: "ssh -v",
    PAGER: "less",
    EDITOR: "vi",
  };
  const program = gitProgram(tempDir(), { ...repo.env, ...named });
  expect(scopedSettings(program, "^heir\\.").map(({ value }) => value)).toEqual([
    "from the environment",
    "from the command line",
  ]);
  expect(await hooksPath(program)).toBe("/somewhere");
});

test("the hooks folder is absolute, from a sub folder and in a linked work tree too", async () => {
  const repo = newRepo();
  repo.commit("one", { "sub/a.yml": "" });
  const wanted = join(repo.dir, ".git/hooks");
  expect(await hooksPath(at({ ...repo, dir: join(repo.dir, "sub") }))).toBe(wanted);
  const linked = join(tempDir(), "linked");
  repo.git("worktree", "add", "-q", "-b", "side", linked);
  expect(await hooksPath(at({ ...repo, dir: linked }))).toBe(wanted);
});

test("a failure is told in git's words", async () => {
  await expect(mergeBaseOf(at(newRepo()), "0".repeat(40), "1".repeat(40))).rejects.toMatchObject({
    name: "HeirError",
    kind: "environment",
    message: expect.stringMatching(/^git merge-base failed: Not a valid commit name/),
  });
});

function at(repo: { readonly dir: TestRepo["dir"]; readonly env: TestEnvironment }) {
  return gitProgram(repo.dir, repo.env);
}
