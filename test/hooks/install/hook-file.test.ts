import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../../support/git/repo.ts";
import { at, type HookedRepo, hookedRepo, hookedServer, missing, port, withBuiltProgram } from "../hooked-repo.ts";

withBuiltProgram();

/** Puts a program somewhere that writes down that it ran, and accepts everything; returns the note. */
function spy(path: string): string {
  const note = join(tempDir(), "ran");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho ran >> '${note}'\necho judged\n`);
  chmodSync(path, 0o755);
  return note;
}

/** Nothing but the shell, git and cat. */
const BARE = "/usr/bin:/bin";

test("a heir of the work tree runs only if git does not track it, nor what it links to", () => {
  const repo = hookedRepo();
  const tracked = spy(join(repo.dir, "tools/heir"));
  repo.quietly({});
  const ignored = spy(join(repo.dir, "node_modules/.bin/heir"));
  symlinkSync("../tools/heir", join(repo.dir, "node_modules/link"));
  repo.write({ ".git/info/exclude": "/node_modules\n" });
  const commit = (command: string, value: number) => {
    repo.git("config", "heir.command", command);
    repo.write(port(value));
    return at(repo.dir, { PATH: BARE, HOME: tempDir() }).git("commit", "-qam", "change");
  };

  expect(commit(join(repo.dir, "node_modules/.bin/heir"), 81).code).toBe(0);
  expect(existsSync(ignored)).toBe(true);
  for (const command of ["tools/heir", join(repo.dir, "tools/heir"), "node_modules/link", "TOOLS/heir"]) {
    commit(command, 82);
  }
  expect(existsSync(tracked)).toBe(false);
});

test("programs are not taken from folders of PATH inside the work tree", () => {
  const repo = hookedRepo("process");
  const notes = ["git", "cat", "heir", "node"].map((name) => spy(join(repo.dir, "bin", name)));
  repo.quietly({});
  repo.git("config", "--unset", "heir.node");
  symlinkSync(join(repo.dir, "bin"), join(tempDir(), "link"));
  const path = `:.:bin:${join(repo.dir, "bin")}:${repo.env["PATH"]}`;
  repo.write(missing("gone"));
  const git = at(repo.dir, { PATH: repo.env["PATH"], HEIR_PATH: path });
  const hook = join(repo.dir, ".git/hooks/pre-commit");
  const text = readFileSync(hook, "utf8");
  writeFileSync(hook, text.replace("\n", "\nPATH=$HEIR_PATH\n"));
  git.git("add", "-A");

  expect(git.git("commit", "-qm", "change").text).toContain("commit refused");
  expect(notes.filter((note) => existsSync(note))).toEqual([]);
});

test("a client cannot skip the hook of a server by its environment", () => {
  const repo = hookedRepo("process");
  const server = hookedServer(repo);
  repo.quietly(missing("gone"));
  const client = at(repo.dir, { HEIR: "0", HEIR_HOOK_RUNNING: `pre-receive:${server.dir}` });

  expect(client.git("push", "--no-verify", "origin", "main").code).not.toBe(0);
  expect(server.id("main")).toBe("");
});

test("a tool between two hooks of heir runs once, and the hook that it keeps leaves", () => {
  const repo = hookedRepo();
  const folder = join(repo.dir, ".git/hooks");
  renameSync(join(folder, "pre-commit"), join(folder, "pre-commit.legacy"));
  const note = spy(join(folder, "pre-commit"));
  const tool = `${readFileSync(join(folder, "pre-commit"), "utf8")}exec "$\{0%/*}/pre-commit.legacy"\n`;
  writeFileSync(join(folder, "pre-commit"), tool);
  expect(repo.heir("hooks", "install").code).toBe(0);

  expect(refusals(repo)).toBe(1);
  expect(readFileSync(note, "utf8")).toBe("ran\n");
});

function refusals(repo: HookedRepo): number {
  return repo.commit(missing("gone")).text.split("commit refused").length - 1;
}
