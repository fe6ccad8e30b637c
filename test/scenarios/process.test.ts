import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { newRepo, type TestEnvironment, type TestRepo } from "../support/git/repo.ts";

const command = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

// The build comes first in `npm test`; without it there is nothing to run.
describe.skipIf(!existsSync(command))("the program itself", () => {
  let repo: TestRepo;

  beforeAll(() => {
    repo = newRepo();
    repo.commit("first", { "classes/.gitkeep": "", "nodes/n1.yml": "parameters: { x: 1 }\n" });
    repo.write("nodes/n1.yml", "parameters: { x: 2 }\n");
    for (let at = 0; at < 2000; at += 1) repo.write(`nodes/many${at}.yml`, "parameters: { x: 1 }\n");
  });

  function shell(script: string, env: TestEnvironment = {}) {
    const run = `${process.execPath} ${command}`;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", script.replaceAll("heir", run)], {
      cwd: repo.dir,
      env: { ...repo.env, ...env } as NodeJS.ProcessEnv,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  }

  test("ends silently when its reader goes away", () => {
    const { stdout, stderr } = shell("heir inventory --format jsonl | head -1 | cut -c1-16; echo ${PIPESTATUS[0]}");

    expect(stdout).toBe('{"node":"many0",\n141\n');
    expect(stderr).toBe("");
  });

  test("needs no standard input, and says so when standard output is full", () => {
    expect(shell("heir show n1 x <&-")).toEqual({ status: 0, stdout: "2\n", stderr: "" });
    const full = shell("heir show n1 x > /dev/full");
    expect(full.status).toBe(1);
    expect(full.stderr).toMatch(/^heir: cannot write: .*ENOSPC.*\n$/);
    expect(shell("heir --version > /dev/full")).toEqual(full);
  });

  test.each([
    ["plain in a pipe", {}, "", false],
    ["coloured when forced", { CLICOLOR_FORCE: "1" }, "", true],
    ["plain with NO_COLOR, even when forced", { CLICOLOR_FORCE: "1", NO_COLOR: "1" }, "", false],
    ["coloured when the flag says so, whatever the environment", { NO_COLOR: "1" }, "--color=always", true],
  ])("is %s", (_, env, flag, coloured) => {
    const { stdout } = shell(`heir diff ${flag} -- n1`, env);

    expect(stdout.includes("\u001b[")).toBe(coloured);
    expect(stdout).toContain("index");
  });
});
