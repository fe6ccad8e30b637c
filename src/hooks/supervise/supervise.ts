import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { terminalSafe } from "../../base/terminal-text.ts";
import { HeirError, hasCode, quietly } from "../../model/findings/failure.ts";
import { type GitProgram, gitProgram } from "../../source/git/program/call.ts";
import { gitNow } from "../../source/git/program/process.ts";
import { assertRegular } from "../../source/repository/irregular.ts";
import { skipOnce } from "../install/names.ts";
import { type Budget, judgeBudget } from "./budget.ts";
import type { SupervisedGate } from "./gate.ts";
import { CLOSED, type Ending, startJudgement } from "./judgement.ts";

/** What a gate of a hook prints at its very end when it accepts: the hook file demands the status and the word. */
const ACCEPTED = "judged";

/** The statuses of a gate. */
const REFUSED = 1;
const CANNOT = 2;

/**
 * Runs a gate in a process of its own, as its command line after `word`, within `heir.judgeSeconds` and
 * `heir.judgeMemory`, and returns its status. Without a verdict the change is refused, with a line for each ref that
 * says which limit was reached and the largest file that was read. The process ends, with all that it started, at the
 * deadline, with this process, and when nobody reads standard error any more. Ending this process when its output fails
 * is the caller's part.
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
    if (!(error instanceof HeirError)) throw error;
    process.stderr.write(`heir: ${gate.name} cannot judge: ${error.message}\n`);
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

interface Unjudged {
  readonly gate: SupervisedGate;
  readonly git: GitProgram;
  readonly budget: Budget;
  readonly input: string | undefined;
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
  const known = files
    .flatMap(([, , path = ""], at) => ({ path, size: sizes[at] ?? 0 }))
    .filter(({ size }) => size >= 0);
  const [largest] = known.sort((left, right) => right.size - left.size);
  return largest && `${largest.path} (${(largest.size / 1_000_000).toFixed(1)} MB)`;
}

/** What git prints; nothing where it fails. */
function output(git: GitProgram, args: readonly string[], input = ""): string {
  return quietly(() => gitNow(git, args, input).toString()) ?? "";
}
