import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, constants, fstatSync, openSync } from "node:fs";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { terminalSafe } from "../../base/terminal-text.ts";
import { expected, hasCode, quietly } from "../../model/findings/failure.ts";
import { gitNow, scopedSettings } from "../../source/git/program/process.ts";
import { type GitProgram, gitProgram } from "../../source/git/program/program.ts";
import { assertRegular } from "../../source/repository/without-git.ts";
import { JUDGE_SECONDS, notTaken } from "../../workspace/repository/git-settings.ts";
import { skipOnce } from "../install/names.ts";
import type { SupervisedGate } from "./gate.ts";

/** What a gate of a hook prints at its very end when it accepts: the hook file demands the status and the word. */
const ACCEPTED = "judged";

const REFUSED = 1;
const CANNOT = 2;

/**
 * Runs a gate in a process of its own, its command line after `word`, within `heir.judgeSeconds` and
 * `heir.judgeMemory`, and returns its status. Without a verdict the change is refused, with a line for each ref that
 * says which limit was reached and the largest file read. The process ends, with all that it started, at the deadline,
 * with this process, and when nobody reads standard error. The caller ends this process when its output fails.
 */
export async function supervise(gate: SupervisedGate, word: string): Promise<number> {
  const git = gitProgram(gate.dir, process.env);
  try {
    assertRegular(gate.dir, process.env);
    const budget = judgeBudget(git);
    const input = gate.readsRefs ? await standardInput() : undefined;
    const judgement = startJudgement({ argv: [word, String(process.pid), ...gate.argv], budget, input });
    const unwatch = endWithUs(judgement);
    const ending = await judgement.ended;
    unwatch();
    if (ending.kind === "verdict") {
      if (gate.isHook && ending.status === 0) process.stdout.write(`${ACCEPTED}\n`);
      return ending.status;
    }
    process.stderr.write(refusal({ gate, git, budget, input }, ending));
    return REFUSED;
  } catch (error) {
    process.stderr.write(`heir: ${gate.name} cannot judge: ${expected(error).message}\n`);
    return CANNOT;
  }
}

async function standardInput(): Promise<string> {
  return process.stdin.isTTY ? "" : text(process.stdin);
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const WATCH_MS = 250;

/** Ends a judgement when this process gets a signal to end, loses its parent, has nobody to write to, or ends for another reason. */
function endWithUs({ stop }: ReturnType<typeof startJudgement>): () => void {
  const parent = process.ppid;
  const abandon = (signal: NodeJS.Signals): void => {
    unwatch();
    stop();
    process.kill(process.pid, signal);
  };
  const handlers = SIGNALS.map((signal) => [signal, () => abandon(signal)] as const);
  for (const [signal, handler] of handlers) process.once(signal, handler);
  process.once("exit", stop);
  const timer = setInterval(() => {
    if (process.ppid !== parent) abandon("SIGTERM");
    else if (nobodyReads()) process.exit(CLOSED);
  }, WATCH_MS);
  function unwatch(): void {
    clearInterval(timer);
    process.removeListener("exit", stop);
    for (const [signal, handler] of handlers) process.removeListener(signal, handler);
  }
  return unwatch;
}

/** Whether standard error is a pipe that nobody reads: opening it again then fails. Known on Linux only. */
function nobodyReads(): boolean {
  try {
    if (!fstatSync(2).isFIFO()) return false;
    closeSync(openSync("/proc/self/fd/2", constants.O_WRONLY | constants.O_NONBLOCK));
    return false;
  } catch (error) {
    return hasCode(error, "ENXIO");
  }
}

interface Unjudged extends Pick<Judged, "budget" | "input"> {
  readonly gate: SupervisedGate;
  readonly git: GitProgram;
}

function refusal({ gate, git, budget, input }: Unjudged, ending: Exclude<Ending, { kind: "verdict" }>): string {
  const updates = (input ?? "").split("\n").flatMap((line) => {
    const [, state, ref] = line.split(" ");
    return state === undefined || ref === undefined ? [] : [{ state, ref }];
  });
  const names = updates.length === 0 ? [gate.name] : updates.map(({ ref }) => ref);
  const given = gate.readsRefs ? updates.map(({ state }) => state) : (gate.states ?? []);
  const states = gate.readsRefs || given.length > 0 ? given : "index";
  const largest = largestFile(git, states);
  const lines = [
    ...names.map((name) => `heir: ${terminalSafe(name)} refused: ${reason(ending, budget)}`),
    ...(largest === undefined ? [] : [`the largest file judged is ${terminalSafe(largest)}`]),
    ...(gate.isHook && gate.name !== "pre-receive" ? [skipOnce(gate.name)] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function reason(ending: Exclude<Ending, { kind: "verdict" }>, { seconds, megabytes }: Budget): string {
  switch (ending.kind) {
    case "late":
      return `not judged within ${seconds} s (heir.judgeSeconds)`;
    case "out-of-memory":
      return `not judged within ${megabytes} MB of memory (heir.judgeMemory)`;
    case "lost":
      return `the judgement ended without a verdict (${ending.how})`;
  }
}

/** A YAML file in a listing of git: its object and its path, ended by NUL. */
const YAML_FILE = /([0-9a-f]{40,64})(?: \d)?\t([^\0]*\.ya?ml)\0/g;

/** `nodes/web1.yml (12.5 MB)`: the largest YAML file of some commits, or of the index; undefined if none can be read. Never fails. */
function largestFile(git: GitProgram, states: readonly string[] | "index"): string | undefined {
  const listings =
    states === "index"
      ? [["ls-files", "--stage", "-z", "--full-name"]]
      : states.map((state) => ["ls-tree", "-r", "-z", "--full-tree", state]);
  const files = listings.flatMap((args) => [...output(git, args).matchAll(YAML_FILE)]);
  const ids = files.map(([, id]) => `${id}\n`).join("");
  const sizes = output(git, ["cat-file", "--batch-check=%(objectsize)"], ids).split("\n").map(Number);
  const known = files.map(([, , path = ""], at) => ({ path, size: sizes[at] ?? 0 })).filter(({ size }) => size >= 0);
  const [largest] = known.sort((left, right) => right.size - left.size);
  return largest && `${largest.path} (${(largest.size / 1_000_000).toFixed(1)} MB)`;
}

/** What git prints; nothing where it fails. */
function output(git: GitProgram, args: readonly string[], input = ""): string {
  return quietly(() => gitNow(git, args, input).toString()) ?? "";
}

type Ending =
  | { readonly kind: "verdict"; readonly status: number }
  | { readonly kind: "late" }
  | { readonly kind: "out-of-memory" }
  /** It ended by itself without a verdict. */
  | { readonly kind: "lost"; readonly how: string };

/** The status of a program that was ended since nobody reads its output. */
const CLOSED = 141;

interface Judged {
  /** The command line of heir; it writes its status to descriptor 3 when it ends. */
  readonly argv: readonly string[];
  readonly budget: Budget;
  /** What the hook reads; undefined to leave it the standard input that there is. */
  readonly input: string | undefined;
}

/** Starts a judgement in its own process group; passes on its output, without the engine's out-of-memory trace. */
function startJudgement({ argv, budget, input }: Judged) {
  const memory = budget.megabytes === 0 ? [] : [`--max-old-space-size=${budget.megabytes}`];
  const child = spawn(process.execPath, [...process.execArgv, ...memory, process.argv[1] ?? "", ...argv], {
    detached: true,
    windowsHide: true,
    stdio: [input === undefined ? "inherit" : "pipe", "inherit", "pipe", "pipe"],
  });
  child.stdin?.on("error", () => undefined).end(input);
  const stop = (): void => endGroup(child);
  /** `stop` ends it with all that it started. */
  return { ended: ending(child, budget, stop), stop };
}

function ending(child: ChildProcess, { seconds }: Budget, stop: () => void): Promise<Ending> {
  let verdict = "";
  let isLate = false;
  const trace = withoutEngineTrace((text) => process.stderr.write(text));
  child.stderr?.on("data", trace.take);
  verdictOf(child)?.on("data", (chunk: Buffer) => {
    verdict += chunk.toString();
  });
  const timer = seconds === 0 ? undefined : setTimeout(late, seconds * 1000);
  function late(): void {
    isLate = true;
    stop();
  }
  const endingOf = (status: number | null, signal: NodeJS.Signals | null): Ending => {
    // Nobody reads the answer: the judgement ends at once, and its status says so. It accepts nothing.
    if (status === CLOSED) return { kind: "verdict", status };
    if (/^\d+\n$/.test(verdict) && Number(verdict) === status) return { kind: "verdict", status };
    if (isLate) return { kind: "late" };
    return trace.isOutOfMemory() ? { kind: "out-of-memory" } : { kind: "lost", how: signal ?? `status ${status}` };
  };
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ kind: "lost", how: error.message }));
    child.on("close", (status, signal) => {
      clearTimeout(timer);
      // Whatever the judgement started ends with it.
      stop();
      resolve(endingOf(status, signal));
    });
  });
}

function verdictOf(child: ChildProcess): Readable | undefined {
  const stream = child.stdio[3];
  return stream !== null && stream !== undefined && "read" in stream ? stream : undefined;
}

function endGroup({ pid }: ChildProcess): void {
  // It may have ended.
  if (pid !== undefined) quietly(() => process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL"));
}

/**
 * A filter of what a process writes to standard error: passes on each piece as it comes, up to the trace of an engine
 * that runs out of memory, which says nothing to people.
 */
export function withoutEngineTrace(pass: (text: Buffer) => void) {
  let isTrace = false;
  return {
    take: (chunk: Buffer): void => {
      if (isTrace) return;
      const start = TRACE.exec(chunk.toString("latin1"))?.index ?? -1;
      isTrace = start !== -1;
      const text = isTrace ? chunk.subarray(0, start) : chunk;
      if (text.length > 0) pass(text);
    },
    isOutOfMemory: () => isTrace,
  };
}

const TRACE = /\s*<--- Last few GCs --->|\s*FATAL ERROR: |\s*#\n# Fatal (?:error|process|JavaScript)/;

type Budget = ReturnType<typeof judgeBudget>;

export const JUDGE_MEMORY = 1024;

/**
 * `heir.judgeSeconds` and `heir.judgeMemory`. Without git, or in no repository, they have their defaults: the judgement
 * itself reports that. Throws HeirError for anything but a number.
 */
function judgeBudget(git: GitProgram) {
  const known = quietly(() => scopedSettings(git, "^heir\\.judge")) ?? [];
  const settings = new Map(known.map(({ key, value }) => [key, value]));
  const numberOf = (name: string, standard: number, form: RegExp): number => {
    const text = settings.get(`heir.${name.toLowerCase()}`) ?? String(standard);
    if (form.test(text)) return Number(text);
    throw notTaken(name, text, "a number");
  };
  return {
    /** Seconds until it has to have a verdict; 0 for no limit. */
    seconds: numberOf("judgeSeconds", JUDGE_SECONDS, /^\d{1,9}(\.\d{1,3})?$/),
    /** Megabytes of memory for values; 0 for what Node.js takes. */
    megabytes: numberOf("judgeMemory", JUDGE_MEMORY, /^\d{1,9}$/),
  };
}
