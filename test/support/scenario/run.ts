import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Host, HostVariables, TextStream } from "../../../src/cli/commands/command.ts";
import { failureOf } from "../../../src/cli/failure.ts";
import { openFolder } from "../../../src/cli/host.ts";
import { run } from "../../../src/cli/run.ts";
import { newRepo, repoAt, type TestRepo, tempDir } from "../git/repo.ts";
import type { Action, Scenario, Step } from "./text.ts";

/** Runs a scenario in a folder of its own; gives it back with what its commands really printed. */
export async function played(scenario: Scenario): Promise<Scenario> {
  const usesGit = scenario.steps.some(({ action }) => action.kind === "commit" || isGit(action));
  const repo = usesGit ? newRepo() : repoAt(tempDir());
  const steps: Step[] = [];
  for (const step of scenario.steps) {
    if (step.action.kind === "run") steps.push({ ...step, body: await output(step.action, repo) });
    else {
      perform(step.action, step.body, repo);
      steps.push(step);
    }
  }
  return { ...scenario, steps };
}

function isGit(action: Action): boolean {
  return action.kind === "run" && action.words[0] === "git";
}

function perform(action: Exclude<Action, { kind: "run" }>, body: string, repo: TestRepo): void {
  switch (action.kind) {
    case "write":
      if (action.path.includes("\\x")) writeFileSync(bytePath(repo.dir, action.path), body);
      else repo.write(action.path, body.replaceAll("␀", "\0"));
      break;
    case "delete":
      rmSync(join(repo.dir, action.path), { recursive: true });
      break;
    case "link":
      mkdirSync(dirname(join(repo.dir, action.path)), { recursive: true });
      symlinkSync(action.target, join(repo.dir, action.path));
      break;
    case "commit":
      repo.commit(action.message);
  }
}

/** A path in which `\xff` is a byte; its folder is there already. */
function bytePath(dir: string, path: string): Buffer {
  const bytes = path.replace(/\\x([0-9a-f]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(bytes, "latin1")]);
}

async function output({ words, env }: Extract<Action, { kind: "run" }>, repo: TestRepo): Promise<string> {
  const [program, ...args] = words;
  const { code, text } = program === "git" ? git(args, repo) : await runHeir(args, { cwd: repo.dir, env });
  const shown = text.replaceAll(repo.dir, "{dir}").replaceAll("\0", "␀").replaceAll("\u001b", "␛");
  const closed = shown === "" || shown.endsWith("\n") ? shown : `${shown}\n[no line end]\n`;
  return code === 0 ? closed : `${closed}[exit ${code}]\n`;
}

function git(args: readonly string[], repo: TestRepo): Printed {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: repo.dir, env: repo.env, encoding: "utf8" });
  return { code: status ?? 1, text: stdout + stderr };
}

/** What a command left behind: standard output and standard error in the order written. */
export interface Printed {
  readonly code: number;
  readonly text: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: HostVariables;
}

/** Runs `heir` in this process, as the program itself would. */
export async function runHeir(args: readonly string[], { cwd, env = {} }: RunOptions): Promise<Printed> {
  let text = "";
  const stream: TextStream = {
    write(piece) {
      text += typeof piece === "string" ? piece : Buffer.from(piece).toString();
      return true;
    },
    once: () => stream,
  };
  const signal = new AbortController().signal;
  const host: Host = { cwd, env, stdout: stream, stderr: stream, signal, open: openFolder };
  try {
    const code = await run(args, host);
    return { code, text };
  } catch (error) {
    const { code, lines } = failureOf(error, { argv: args, trace: false });
    return { code, text: text + lines.map((line) => `${line}\n`).join("") };
  }
}
