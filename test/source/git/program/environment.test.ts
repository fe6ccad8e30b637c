import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { gitEnvironment, withoutRepository } from "../../../../src/source/git/program/program.ts";

test("what names the repository and the settings of the user is passed on, and nothing else", () => {
  const env = {
    GIT_DIR: "a",
    GIT_INDEX_FILE: "b",
    GIT_QUARANTINE_PATH: "c",
    GIT_TRACE2: "1",
    GIT_PAGER: "less",
    GIT_SSH_COMMAND: "ssh -v",
    GIT_NEXT_YEAR: "1",
    GIT_REPLACE_REF_BASE: "refs/mine",
    LD_PRELOAD: "x.so",
    HOME: "h",
    PATH: "/one",
  };
  expect(gitEnvironment(env, ["/two", "/three"])).toEqual({
    GIT_DIR: "a",
    GIT_INDEX_FILE: "b",
    GIT_QUARANTINE_PATH: "c",
    HOME: "h",
    PATH: "/two:/three",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_GRAFT_FILE: "/dev/null/none",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    LC_ALL: "C",
  });
});

test("for another repository every variable goes that git itself counts as local", () => {
  const local = execFileSync("git", ["rev-parse", "--local-env-vars"]).toString().trim().split("\n");
  const env = Object.fromEntries([...local, "HOME", "GIT_CONFIG_GLOBAL"].map((name) => [name, "x"]));
  expect(withoutRepository(env)).toEqual({ HOME: "x", GIT_CONFIG_GLOBAL: "x" });
});
