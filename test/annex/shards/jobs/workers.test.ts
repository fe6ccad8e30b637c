import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import type { Host } from "../../../../src/cli/commands/command.ts";
import type { StartShare } from "../../../../src/cli/commands/shares.ts";
import { openFolder } from "../../../../src/cli/host.ts";
import { run } from "../../../../src/cli/run.ts";
import { hermeticEnv, newRepo, tempDir } from "../../../support/git/repo.ts";
import { sink } from "../../../support/host.ts";

const CLI = join(import.meta.dirname, "../../../../dist/cli.js");

/** A fleet whose text does not fit into a pipe that nobody reads. */
const folder = fleetOf(1500);

function fleetOf(nodes: number): string {
  const dir = tempDir();
  for (const each of ["nodes", "classes"]) mkdirSync(join(dir, each));
  const values = Array.from({ length: 60 }, (_, at) => `  key${at}: value number ${at}\n`).join("");
  writeFileSync(join(dir, "classes/base.yml"), `parameters:\n${values}`);
  for (let at = 0; at < nodes; at += 1) writeFileSync(join(dir, `nodes/n${at}.yml`), "classes: [base]\n");
  return dir;
}

/** `heir inventory --json` of the fleet by two workers. */
function begun(): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [CLI, "inventory", "--json", "--no-cache", "--jobs", "2"], { cwd: folder });
}

async function endOf(child: ChildProcessWithoutNullStreams): Promise<{ code: unknown; out: string; err: string }> {
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, "close");
  return { code, out, err };
}

/** The two workers of a process, as soon as both run: on a busy machine one may end before its answer is read. */
async function workersOf({ pid }: ChildProcessWithoutNullStreams): Promise<readonly number[]> {
  const children = (): readonly number[] => {
    const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return listed.split(" ").flatMap((each) => (each.trim() === "" ? [] : [Number(each)]));
  };
  return await vi.waitUntil(() => (children().length === 2 ? children() : undefined), { interval: 1, timeout: 60_000 });
}

test("two workers print what one process prints, and leave nobody behind", async () => {
  const two = await endOf(begun());
  const one = await endOf(spawn(process.execPath, [CLI, "inventory", "--json", "--jobs", "1"], { cwd: folder }));
  expect(two).toEqual(one);
  expect(Object.keys(JSON.parse(two.out).nodes)).toHaveLength(1500);
});

test("the workers of a first answer write nothing either, those of the second do", async () => {
  const repo = newRepo();
  const nodes = Array.from({ length: 40 }, (_, at) => [`nodes/n${at}.yml`, `classes: [a]\nparameters: {n: ${at}}\n`]);
  repo.commit("all", { "classes/a.yml": "parameters: {a: 1}\n", ...Object.fromEntries(nodes) });
  const kept = join(repo.dir, ".git/heir");
  const args = [CLI, "inventory", "--json", "--jobs", "2"];
  const first = await endOf(spawn(process.execPath, args, { cwd: repo.dir }));
  expect(readdirSync(kept)).toEqual([]);
  expect(await endOf(spawn(process.execPath, args, { cwd: repo.dir }))).toEqual(first);
  expect(readdirSync(kept)).toEqual(["answers", "parse"]);
});

test.skipIf(process.platform !== "linux")(
  "without a worker there is no whole answer, and the error says how far it came",
  async () => {
    const child = begun();
    for (const pid of await workersOf(child)) process.kill(pid, "SIGKILL");
    const { code, out, err } = await endOf(child);
    expect(() => JSON.parse(out)).toThrow();
    expect(code).toBe(2);
    expect(JSON.parse(err).error).toMatchObject({
      message: expect.stringMatching(/^a worker ended \(SIGKILL\): [01] of 2 shares done$/),
      hint: "--jobs 1, or more memory",
    });
  },
);

test.skipIf(process.platform !== "linux")("workers end with the process that they help", async () => {
  const child = begun();
  const workers = await workersOf(child);
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect.poll(() => workers.filter(isRunning), { timeout: 5000 }).toEqual([]);
});

test("a cancelled run ends its workers", async () => {
  const control = new AbortController();
  const events: string[] = [];
  const start: StartShare = ({ index }) => {
    events.push(`started ${index}`);
    const bytes = new PassThrough();
    const ended = new Promise<string>((resolve) => bytes.once("finish", () => resolve("SIGKILL")));
    const kill = (): void => {
      events.push(`killed ${index}`);
      bytes.end();
    };
    return { bytes, ended, kill };
  };
  const { signal } = control;
  const host: Host = { cwd: folder, env: hermeticEnv(), stdout: sink(), stderr: sink(), signal, open: openFolder };
  const done = run(["inventory", "--json", "--jobs", "2"], { ...host, shareHost: { start } });
  await expect.poll(() => events, { timeout: 10_000 }).toEqual(["started 1", "started 2"]);
  control.abort();

  await expect(done).rejects.toThrow();
  expect(new Set(events.slice(2))).toEqual(new Set(["killed 1", "killed 2"]));
});

function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
