import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { at, hookedServer, plainRepo, program, withBuiltProgram } from "../hooked-repo.ts";

withBuiltProgram();

const NODES = { "classes/a.yml": "parameters: {a: 1}\n", "nodes/n1.yml": "classes: [a]\n" };

/** References that fail, enough to keep heir busy for some seconds; fewer lines, for less. */
function busy(dir: string, length = 200_000): void {
  const lines = Array.from({ length }, (_, at) => `  k${at}: "\${no:${at}} \${k${at + 1}}"\n`);
  writeFileSync(join(dir, "nodes/busy.yml"), `parameters:\n${lines.join("")}`);
}

test("the verdict of a hook and what it says are passed on", () => {
  const repo = plainRepo("process");
  repo.quietly(NODES);
  repo.write({ "nodes/n1.yml": "classes: [gone]\n" });
  repo.git("add", "-A");

  expect(repo.heir("hooks", "run", "pre-commit")).toEqual({
    code: 1,
    text: expect.stringContaining("class gone is listed but has no file"),
  });
  repo.write(NODES);
  repo.git("add", "-A");
  expect(repo.heir("hooks", "run", "pre-commit").code).toBe(0);
});

test("without a verdict in time git is refused, by the name of the setting and the largest file", () => {
  const repo = plainRepo("process");
  repo.quietly(NODES);
  busy(repo.dir);
  repo.git("add", "-A");
  repo.git("config", "heir.judgeSeconds", "0.2");
  const { code, text } = repo.heir("hooks", "run", "pre-commit");

  expect([code, text.split("\n")]).toEqual([
    1,
    [
      "heir: pre-commit refused: not judged within 0.2 s (heir.judgeSeconds)",
      expect.stringMatching(/^the largest file judged is nodes\/busy\.yml \(\d+\.\d MB\)$/),
      "skip once: --no-verify",
      "",
    ],
  ]);
});

test("without a verdict in the memory that it may take git is refused, and the engine's trace is dropped", () => {
  const repo = plainRepo("process");
  repo.quietly(NODES);
  busy(repo.dir);
  repo.git("add", "-A");
  repo.git("config", "heir.judgeMemory", "50");
  const { code, text } = repo.heir("hooks", "run", "pre-commit");

  expect([code, text.split("\n")[0]]).toEqual([
    1,
    "heir: pre-commit refused: not judged within 50 MB of memory (heir.judgeMemory)",
  ]);
  expect(text).not.toContain("FATAL");
});

test("each ref of a push that has no verdict is named", () => {
  const repo = plainRepo("process");
  repo.quietly(NODES);
  busy(repo.dir);
  repo.quietly({ "nodes/n2.yml": "classes: [a]\n" });
  const server = hookedServer(repo);
  server.git("config", "heir.judgeSeconds", "0.2");
  const { text } = repo.git("push", "origin", "HEAD:refs/heads/one", "HEAD:refs/heads/two");

  for (const ref of ["refs/heads/one", "refs/heads/two"]) {
    expect(text).toContain(`heir: ${ref} refused: not judged within 0.2 s (heir.judgeSeconds)`);
  }
  expect(server.git("for-each-ref").text).toBe("");
});

test.runIf(process.platform === "linux")("a judgement ends soon after a supervisor that was killed", async () => {
  const repo = plainRepo("process");
  execFileSync("mkfifo", [join(repo.dir, "refs")]);
  // It waits for the refs of a push, which never come.
  const start = `setsid "$0" "$1" __judge $$ hooks run pre-receive 3> verdict <> refs & echo $!; exec sleep 60`;
  const supervisor = spawn("sh", ["-c", start, process.execPath, program], { cwd: repo.dir, env: repo.env });
  const [line] = await once(supervisor.stdout, "data");
  const judgement = Number(String(line));
  expect(runs(judgement)).toBe(true);

  supervisor.kill("SIGKILL");
  await vi.waitFor(() => expect(runs(judgement)).toBe(false), { timeout: 60_000, interval: 100 });
});

/** Whether a process is there that has not ended; known on Linux only. */
function runs(pid: number): boolean {
  const status = `/proc/${pid}/status`;
  return existsSync(status) && !/^State:\tZ/m.test(readFileSync(status, "utf8"));
}

test.runIf(process.platform === "linux")("a judgement whose words nobody reads is ended", () => {
  const repo = plainRepo("process");
  busy(repo.dir, 20_000);
  repo.git("add", "-A");
  const line = `"${process.execPath}" "${program}" hooks run pre-commit 2>&1 | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout } = spawnSync("bash", ["-c", line], { cwd: repo.dir, env: repo.env, encoding: "utf8" });

  expect(stdout).toBe("141\n");
});

test.runIf(process.platform === "linux")("a gate whose words cannot be written refuses", () => {
  const repo = plainRepo("process");
  repo.quietly(NODES);
  const statuses = ["check HEAD --new-since HEAD", "hooks run pre-commit"].map((words) => {
    const line = `"${process.execPath}" "${program}" ${words} 2>/dev/full`;
    return spawnSync("sh", ["-c", line], { cwd: repo.dir, env: repo.env }).status;
  });

  expect(statuses).toEqual([1, 1]);
});

test("a budget that is no number is an error, and refuses", () => {
  const repo = plainRepo("process");
  repo.quietly(NODES);
  repo.git("config", "heir.judgeMemory", "much");

  expect(repo.heir("hooks", "run", "pre-commit")).toEqual({
    code: 2,
    text: 'heir: pre-commit cannot judge: git config heir.judgeMemory is "much", but takes a number\n',
  });
});

test("heir check --new-since judges within the same budget", () => {
  const repo = plainRepo("process");
  repo.quietly(NODES);
  busy(repo.dir);
  repo.git("add", "-A");
  repo.git("commit", "-qm", "busy");
  repo.git("config", "heir.judgeSeconds", "0.2");
  const refused = "heir: check refused: not judged within 0.2 s (heir.judgeSeconds)";

  for (const words of [
    ["HEAD", "--new-since", "HEAD~1"],
    ["--new-since=HEAD~1", "-r", "HEAD", "--json"],
  ]) {
    const { code, text } = at("/", {}, "process").heir("-C", repo.dir, "check", ...words);
    expect([code, text.split("\n")]).toEqual([
      1,
      [refused, expect.stringMatching(/^the largest file judged is nodes\/busy\.yml /), ""],
    ]);
  }
});

test("heir check --new-since passes its answer and its status on", () => {
  const repo = plainRepo("process");
  repo.quietly(NODES);
  repo.quietly({ "nodes/n1.yml": "classes: [gone]\n" });

  expect(repo.heir("check", "HEAD~1", "--new-since", "HEAD~1").code).toBe(0);
  expect(repo.heir("check", "HEAD", "--new-since", "HEAD~1").code).toBe(1);
  expect(repo.heir("check", "HEAD", "--new-since", "gone").code).toBe(2);
});

test.runIf(process.platform === "linux")("heir check --new-since whose answer nobody reads ends with 141", () => {
  const repo = plainRepo("process");
  repo.quietly(NODES);
  const line = `"${process.execPath}" "${program}" check HEAD --new-since HEAD | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout } = spawnSync("bash", ["-c", line], { cwd: repo.dir, env: repo.env, encoding: "utf8" });

  expect(stdout).toBe("141\n");
});
