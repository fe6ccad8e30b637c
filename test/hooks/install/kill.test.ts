import { spawn } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { at, type HookedRepo, hookedRepo, port, program, withBuiltProgram } from "../hooked-repo.ts";

withBuiltProgram();

const LANES = 5;
const COMMITS_PER_LANE = 10;
/** About as long as a hook takes, so that some are killed before they judge, some while, and some not at all. */
const LONGEST_MS = 300;

/** In place of heir: starts it, and kills it after so many seconds. */
const killer = `#!/bin/sh
'${process.execPath}' '${program}' "$@" &
heir=$!
(sleep "$KILL_AFTER"; kill -9 $heir 2>/dev/null) &
wait $heir
`;

test("a hook killed at any moment damages neither index nor HEAD nor work tree, and the next one works", async () => {
  const lanes = Array.from({ length: LANES }, (_, lane) => commitsIn(lane));
  const committed = (await Promise.all(lanes)).flat();

  expect(committed).toHaveLength(LANES * COMMITS_PER_LANE);
  expect(committed.filter((done) => !done).length).toBeGreaterThan(0);
});

/** Commits again and again in a repository of its own; which commits came to be. */
async function commitsIn(lane: number): Promise<readonly boolean[]> {
  const repo = hookedRepo("process");
  const program = join(repo.dir, ".git/heir-killed");
  at(join(repo.dir, ".git")).write({ "heir-killed": killer });
  chmodSync(program, 0o755);
  const command = repo.git("config", "heir.command").text.trim();
  repo.git("config", "heir.command", program);
  const outcomes: boolean[] = [];
  for (let turn = 0; turn < COMMITS_PER_LANE; turn += 1) {
    repo.write({ ...port(1000 + turn), "classes/loose.yml": `parameters: {turn: ${turn}}\n` });
    repo.git("add", "classes/base.yml");
    // Over all lanes each delay once, evenly over the time that a hook takes.
    const delay = (LONGEST_MS * (turn * LANES + lane)) / (LANES * COMMITS_PER_LANE);
    outcomes.push(await undamaged(repo, delay));
  }
  expect(repo.git("fsck", "--strict").code).toBe(0);
  repo.git("config", "heir.command", command);
  expect(repo.commit(port(81), "-q").text).toMatch(/^heir: 1 of 1 node changes/);
  expect(repo.heir("hooks", "uninstall").code).toBe(0);
  // What is kept is kept for any command, not for the hooks.
  expect(readdirSync(join(repo.dir, ".git/heir"))).toEqual(["answers", "parse"]);
  return outcomes;
}

/** Commits what is staged while the hook is killed, and looks at what is left; whether the commit came to be. */
async function undamaged(repo: HookedRepo, delay: number): Promise<boolean> {
  const before = stateOf(repo);
  const code = await ended(repo, delay);
  const after = stateOf(repo);
  const isNew = after.head !== before.head;
  expect({ ...after, head: "" }).toEqual({ ...before, head: "" });
  expect([isNew, isNew ? repo.id("HEAD~1") : after.head]).toEqual([code === 0, before.head]);
  expect(repo.git("diff", "--cached", "--name-only").text).toBe(isNew ? "" : "classes/base.yml\n");
  expect(existsSync(join(repo.dir, ".git/index.lock"))).toBe(false);
  return isNew;
}

function stateOf(repo: HookedRepo): {
  readonly head: string;
  readonly index: string;
  readonly files: readonly string[];
} {
  const judged = join(repo.dir, ".git/heir/judged");
  const lines = existsSync(judged) ? readFileSync(judged, "utf8").split("\n").slice(0, -1) : [];
  expect(lines.filter((line) => !/^[0-9a-f]{40} \S+ \d+ \S+ [0-9a-f]{64}$/.test(line))).toEqual([]);
  const files = ["classes/base.yml", "classes/web.yml", "classes/loose.yml", "nodes/n1.yml"];
  return {
    head: repo.id("HEAD"),
    index: repo.git("ls-files", "-s").text,
    files: files.map((file) => readFileSync(join(repo.dir, file), "utf8")),
  };
}

function ended(repo: HookedRepo, delay: number): Promise<number | null> {
  const env = { ...repo.env, KILL_AFTER: (delay / 1000).toFixed(3) };
  const child = spawn("git", ["commit", "-qm", "x"], { cwd: repo.dir, env, stdio: "ignore" });
  return new Promise((resolve) => child.once("close", resolve));
}
