import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable, type Writable } from "node:stream";
import { failureOf } from "../../src/cli/start/failure.ts";
import { openFolder, type TextStream } from "../../src/cli/start/host.ts";
import { run } from "../../src/cli/start/run.ts";
import { hookGate } from "../../src/hooks/supervise/gate.ts";
import { type TestEnvironment, tempDir } from "../support/git/repo.ts";

/** How a command ended, with both streams as one text. */
export interface Ended {
  readonly code: number | null;
  readonly text: string;
}

/** In the environment of git, if this process answers its hooks: the folder of the calls. */
const CALLS = "ANSWERED_CALLS";

/**
 * What hooks start as `heir.command`. If this process has started git, it hands over all that a program is given, by the
 * descriptors 3 and 4, and gives back what it is told; else it starts the program. Git passes both descriptors on.
 */
export function callerText(program: string): string {
  return `#!/bin/sh
[ -n "\${${CALLS}-}" ] || exec '${process.execPath}' '${program}' "$@"
call="$${CALLS}/$$"
mkdir "$call"
pwd >"$call/folder"
printf '%s\\n' "$@" >"$call/words"
env >"$call/env"
cat >"$call/input"
printf '%s\\n' "$call" >&3
read -r status <&4
cat "$call/said" >&2
cat "$call/printed"
exit "$status"
`;
}

type Pipes = readonly [null, Readable, Readable, Readable, Writable];

/**
 * Runs git; what its hooks ask of heir is answered in this process: two starts of the program less for each hook. What
 * supervises a judgement is left out, which test/hooks/supervise and one case of each verdict are for.
 */
export async function answered(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: TestEnvironment },
): Promise<Ended> {
  const child = spawn("git", args, {
    cwd,
    env: { ...env, [CALLS]: tempDir() },
    stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
  });
  // As asked for by `stdio`.
  const [, printed, said, calls, answers] = child.stdio as unknown as Pipes;
  const answering = answerCalls(calls, answers);
  const texts = [textOf(printed), textOf(said)];
  const [code] = await once(child, "close");
  await answering;
  return { code, text: (await Promise.all(texts)).join("") };
}

async function textOf(stream: Readable): Promise<string> {
  let text = "";
  for await (const chunk of stream.setEncoding("utf8")) text += chunk;
  return text;
}

async function answerCalls(calls: Readable, answers: Writable): Promise<void> {
  for await (const call of createInterface({ input: calls })) {
    const { status, printed, said } = await answerOf(call);
    writeFileSync(join(call, "printed"), printed);
    writeFileSync(join(call, "said"), said);
    answers.write(`${status}\n`);
  }
}

interface Answer {
  readonly status: number;
  readonly printed: string;
  readonly said: string;
}

async function answerOf(call: string): Promise<Answer> {
  const read = (name: string) => readFileSync(join(call, name), "utf8");
  const argv = read("words").split("\n").slice(0, -1);
  const pairs = read("env")
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split(/=(.*)/s, 2));
  const place = { cwd: read("folder").trimEnd(), env: Object.fromEntries(pairs), input: read("input") };
  return asProcess(place, () => commandOf(argv, place));
}

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
}

/** Runs something with another folder, environment and standard input of this process. */
async function asProcess<T>({ cwd, env, input }: Place, act: () => Promise<T>): Promise<T> {
  const own = { cwd: process.cwd(), env: process.env, stdin: Object.getOwnPropertyDescriptor(process, "stdin") };
  process.chdir(cwd);
  process.env = { ...env };
  Object.defineProperty(process, "stdin", { configurable: true, value: Readable.from([input]) });
  try {
    return await act();
  } finally {
    process.chdir(own.cwd);
    process.env = own.env;
    if (own.stdin !== undefined) Object.defineProperty(process, "stdin", own.stdin);
  }
}

/** What the program prints, and the word at its end by which a gate accepts. */
async function commandOf(argv: readonly string[], { cwd, env }: Place): Promise<Answer> {
  const texts = { printed: "", said: "" };
  const streamOf = (name: keyof typeof texts): TextStream => ({
    write(piece) {
      texts[name] += Buffer.from(piece as string).toString();
      return true;
    },
    once: () => undefined,
  });
  const signal = new AbortController().signal;
  const host = { cwd, env, stdout: streamOf("printed"), stderr: streamOf("said"), signal, open: openFolder };
  const status = await run(argv, host).catch((error: unknown) => {
    const { code, lines } = failureOf(error, { argv, trace: false });
    texts.said += lines.map((line) => `${line}\n`).join("");
    return code;
  });
  if (hookGate(argv) !== undefined && status === 0) texts.printed += "judged\n";
  return { status, ...texts };
}
