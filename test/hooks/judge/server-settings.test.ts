import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../../support/git/repo.ts";
import { at, hookedServer, missing, plainRepo, port, withBuiltProgram } from "../hooked-repo.ts";

withBuiltProgram();

test("nothing of the environment of whoever pushes to a path switches the gate off", () => {
  const repo = plainRepo("process");
  hookedServer(repo);
  repo.git("push", "-q", "origin", "main");
  repo.quietly(missing("gone"));
  const home = tempDir();
  mkdirSync(join(home, "heir"));
  mkdirSync(join(home, "git"));
  writeFileSync(join(home, ".gitconfig"), "[heir]\n\treceive = off\n");
  writeFileSync(join(home, "git/config"), "[heir]\n\treceive = off\n");
  writeFileSync(join(home, "heir/env.sh"), "exit 0\n");
  writeFileSync(join(home, "ends.cjs"), "process.exit(0)\n");
  const tries = [
    { HEIR: "0" },
    { GIT_CONFIG_GLOBAL: join(home, ".gitconfig") },
    { GIT_CONFIG_SYSTEM: join(home, ".gitconfig"), GIT_CONFIG_NOSYSTEM: "0" },
    { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "heir.receive", GIT_CONFIG_VALUE_0: "off" },
    { XDG_CONFIG_HOME: home, GIT_CONFIG_GLOBAL: undefined },
    { NODE_OPTIONS: `--require ${join(home, "ends.cjs")}` },
  ];

  for (const env of tries) {
    const { code, text } = at(repo.dir, env).git("push", "-q", "origin", "main");
    expect([Object.keys(env), code, text]).toEqual([
      Object.keys(env),
      1,
      expect.stringContaining("heir: refs/heads/main refused: 1 new error"),
    ]);
  }
});

test("a program that ends with status 0 and gives no verdict has accepted nothing", () => {
  const repo = plainRepo();
  const server = hookedServer(repo);
  const real = server.git("config", "heir.command").text.trim();
  const silent = join(tempDir(), "heir");
  writeFileSync(silent, "#!/bin/sh\necho fine\nexit 0\n");
  chmodSync(silent, 0o755);

  server.git("config", "heir.command", silent);
  expect(repo.git("push", "-q", "origin", "main")).toEqual({
    code: 1,
    text: expect.stringContaining(`pre-receive refused: ${silent} ended without a verdict`),
  });
  server.git("config", "heir.command", real);
  expect(repo.git("push", "-q", "origin", "main").code).toBe(0);
});

test("the policy ref is a branch, not a tag of its name; one that is not there refuses new refs", () => {
  const repo = plainRepo();
  const server = hookedServer(repo);
  repo.git("push", "-q", "origin", "main");
  server.git("config", "heir.policyRef", "main");
  const empty = repo.git("commit-tree", "-m", "empty", repo.git("mktree").text.trim()).text.trim();
  expect(repo.git("push", "-q", "origin", `${empty}:refs/tags/main`).code).toBe(0);
  repo.quietly(missing("gone"));
  expect(repo.git("push", "-q", "origin", "main:refs/heads/next").text).toContain(
    "heir: refs/heads/next refused: 1 new error",
  );

  server.git("config", "heir.policyRef", "nowhere");
  repo.git("reset", "-q", "--hard", "HEAD~1");
  repo.quietly(port(81));
  expect(repo.git("push", "-q", "origin", "main:refs/heads/fine").text).toContain(
    "heir: refs/heads/fine refused: heir.policyRef is nowhere, which is not there",
  );
  expect(repo.git("push", "-q", "origin", "main").code).toBe(0);
});

test("a branch without an inventory is filled under the settings of the policy ref", () => {
  const repo = plainRepo();
  hookedServer(repo);
  repo.git("push", "-q", "origin", "main");
  repo.git("checkout", "-q", "--orphan", "other");
  repo.git("rm", "-rqf", ".");
  repo.quietly({ README: "nothing\n" });
  expect(repo.git("push", "-q", "origin", "other").text).toContain("heir: refs/heads/other: no inventory, not judged");
  repo.git("checkout", "-q", "main", "--", ".");
  repo.quietly({ "heir.yml": "ignore_class_notfound: true\n", ...missing("gone") });

  const { text } = repo.git("push", "-q", "origin", "other");
  expect(text).toContain("heir: refs/heads/other refused: 1 new error, policy weakened (ignore_class_notfound)");
});

test("each ref of a push has one line, whatever becomes of it", () => {
  const repo = plainRepo();
  const server = hookedServer(repo);
  server.git("config", "heir.receiveIgnore", "refs/heads/wip/*");
  repo.git("push", "-q", "origin", "main", "main:refs/heads/old");
  const { code, text } = repo.git(
    "push",
    "-q",
    "origin",
    ":refs/heads/old",
    "main:refs/heads/wip/x",
    "HEAD^{tree}:refs/tags/t",
    "main:refs/heads/new",
  );

  expect(code).toBe(0);
  const lines = text.split("\n").flatMap((line) => line.match(/heir: refs.*?(?=\s*$)/)?.[0] ?? []);
  expect(lines.toSorted()).toEqual([
    "heir: refs/heads/new: no node changes, no new error",
    "heir: refs/heads/old: deleted, not judged",
    "heir: refs/heads/wip/x: not judged (heir.receiveIgnore refs/heads/wip/*)",
    "heir: refs/tags/t: a tag of a tree, not judged",
  ]);
});
