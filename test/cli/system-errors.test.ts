import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtInto } from "../support/built.ts";
import { newRepo } from "../support/git/repo.ts";
import { runHeir } from "../support/scenario/run.ts";

const folder = mkdtempSync(join(tmpdir(), "heir-system-"));
beforeAll(() => builtInto(join(folder, "dist")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = {
  "heir.yml": "secrets: [password]\n",
  "nodes/n1.yml": "parameters: {password: Secret12}\n",
  "nodes/n2.yml": "parameters: {port: 80}\n",
};

test("few file descriptors: an answer or a sentence, never a stack trace", () => {
  const repo = newRepo();
  repo.commit("one", files);
  const program = [process.execPath, join(folder, "dist/cli.js"), "--no-cache", "check"];
  const ends = [20, 22, 24, 26, 28].map((limit) => {
    const words = ["-c", `ulimit -n ${limit}; exec "$@"`, "sh", ...program];
    const { status, stdout, stderr } = spawnSync("sh", words, {
      cwd: repo.dir,
      env: { ...repo.env },
      encoding: "utf8",
    });
    return { limit, status, text: stdout + stderr };
  });
  // Node itself ends with a signal, or 133 and 134, where there are too few for its own start.
  const started = ends.filter(({ status }) => status !== null && status < 128);

  expect(started.map(({ status }) => status).filter((status) => status !== 0 && status !== 2)).toEqual([]);
  expect(started.filter(({ text }) => /^ +at /m.test(text))).toEqual([]);
});

test("a file that an export writes is for its owner alone if it holds a secret, and a replaced one keeps its mode", async () => {
  const repo = newRepo();
  repo.commit("one", files);
  const modes = () =>
    ["", "/n1.yaml", "/n2.yaml"].map((path) => (statSync(`${repo.dir}/out${path}`).mode & 0o777).toString(8));
  const umask = process.umask(0o022);
  try {
    expect((await runHeir(["export", "hiera", "--out", "out"], { cwd: repo.dir })).code).toBe(0);
    expect(modes()).toEqual(["700", "600", "644"]);
    chmodSync(join(repo.dir, "out/n1.yaml"), 0o640);
    repo.commit("two", { "nodes/n1.yml": "parameters: {password: Secret13}\n" });
    expect((await runHeir(["export", "hiera", "--out", "out"], { cwd: repo.dir })).code).toBe(0);
    expect(modes()).toEqual(["700", "640", "644"]);
    execFileSync("rm", ["-r", join(repo.dir, "out")]);
    await runHeir(["export", "hiera", "--out", "out", "--secrets", "mask"], { cwd: repo.dir });
    expect(modes()).toEqual(["755", "644", "644"]);
  } finally {
    process.umask(umask);
  }
});
