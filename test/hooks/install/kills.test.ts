import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newRepo, repoAt, type TestRepo, tempDir } from "../../support/git/repo.ts";
import { runHeir } from "../../support/scenario/run.ts";

/*
 * A process is killed before one of its steps: a call that changes a folder. `HEIR_KILLS=all npm test` tries every step;
 * otherwise some of them are drawn.
 */

const program = join(import.meta.dirname, "../../../dist/cli.js");
const USERS = "#!/bin/sh\nexit 1\n";
const DRAWN = 5;
const seed = Number(process.env["HEIR_SEED"] ?? 1);

/** Code that kills the process before its step number `KILL_AT`. */
const KILLER = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
let left = Number(process.env.KILL_AT);
for (const name of ["openSync", "linkSync", "renameSync", "rmSync"]) {
  const real = fs[name];
  fs[name] = (path, ...rest) => {
    const changes = name !== "openSync" || /^(w|r\\+)/.test(String(rest[0]));
    if (changes && String(path).includes("/.git/") && --left === 0) process.kill(process.pid, "SIGKILL");
    return real(path, ...rest);
  };
}
syncBuiltinESMExports();
`;
const killer = join(tempDir(), "killer.mjs");
writeFileSync(killer, KILLER);

test.each(["install", "uninstall"])(
  "hooks %s, killed at any step, loses no hook, and is ended by the next run",
  async (work) => {
    const begun = prepared(work);
    const steps = countSteps(copyOf(begun), work);
    expect(steps).toBeGreaterThan(9);
    for (const step of chosen(steps)) {
      const each = copyOf(begun);
      expect(heir(each, ["hooks", work], step).signal).toBe("SIGKILL");
      expect([step, isGuarded(each)]).toEqual([step, true]);
      expect((await runHeir(["hooks", "install"], { cwd: each.dir, env: each.env })).code).toBe(0);
      expect(hooksOf(each)).toContain("pre-commit.before-heir");
      expect(hooksOf(each)).not.toContainEqual(expect.stringContaining("tmp"));
      expect((await runHeir(["hooks", "uninstall"], { cwd: each.dir, env: each.env })).code).toBe(0);
      expect(hooksOf(each)).toEqual(["pre-commit"]);
      expect(readFileSync(join(each.dir, ".git/hooks/pre-commit"), "utf8")).toBe(USERS);
      expect(existsSync(join(each.dir, ".git/heir/hooks"))).toBe(false);
    }
  },
);

test("a copy of a repository means its own hooks, and not those of the repository that it was copied from", () => {
  const repo = prepared("uninstall");
  const installed = hooksOf(repo);
  const copy = copyOf(repo);
  expect(heir(copy, ["hooks", "uninstall"]).status).toBe(0);
  expect([hooksOf(repo), hooksOf(copy)]).toEqual([installed, ["pre-commit"]]);
});

/** A repository with a hook of the user, and heir's hooks if they are to be removed. */
function prepared(work: string): TestRepo {
  const repo = newRepo();
  repo.commit("one", { "nodes/a.yml": "classes: []\n" });
  const hook = join(repo.dir, ".git/hooks/pre-commit");
  writeFileSync(hook, USERS);
  chmodSync(hook, 0o755);
  if (work === "uninstall") expect(heir(repo, ["hooks", "install"]).status).toBe(0);
  return repo;
}

function copyOf({ dir }: TestRepo): TestRepo {
  const copy = repoAt(tempDir());
  cpSync(dir, copy.dir, { recursive: true });
  return copy;
}

/** The hook of the user is asked: it has its own name, or the second one behind heir's. */
function isGuarded({ dir }: TestRepo): boolean {
  const text = (name: string) => {
    const path = join(dir, ".git/hooks", name);
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  };
  if (text("pre-commit") === USERS) return true;
  const isHeirs = text("pre-commit")?.includes("heir-hook.sh") === true && text("heir-hook.sh") !== undefined;
  return isHeirs && text("pre-commit.before-heir") === USERS;
}

function hooksOf({ dir }: TestRepo): readonly string[] {
  const names = readdirSync(join(dir, ".git/hooks"));
  return names.filter((name) => !name.endsWith(".sample")).sort();
}

function countSteps(repo: TestRepo, work: string): number {
  const far = 10_000;
  const counter = join(tempDir(), "counter.mjs");
  writeFileSync(counter, `${KILLER}\nprocess.on("exit", () => fs.writeFileSync(2, "steps " + (${far} - left)));`);
  const env = { ...repo.env, KILL_AT: String(far) } as NodeJS.ProcessEnv;
  const { stderr } = spawnSync(process.execPath, ["--import", counter, program, "hooks", work], { cwd: repo.dir, env });
  return Number(/steps (\d+)/.exec(stderr.toString())?.[1]);
}

function chosen(steps: number): readonly number[] {
  const all = Array.from({ length: steps }, (_, index) => index + 1);
  if (process.env["HEIR_KILLS"] === "all") return all;
  return Array.from({ length: DRAWN }, (_, index) => all[(seed * (index + 3) * 7919) % steps] ?? 1);
}

function heir({ dir, env }: TestRepo, args: readonly string[], killAt?: number) {
  const preload = killAt === undefined ? [] : ["--import", killer];
  const all = { ...env, KILL_AT: String(killAt) } as NodeJS.ProcessEnv;
  return spawnSync(process.execPath, [...preload, program, ...args], { cwd: dir, env: all });
}
