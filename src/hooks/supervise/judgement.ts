import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { quietly } from "../../model/findings/failure.ts";
import type { Budget } from "./budget.ts";

/** How a judgement ended. */
export type Ending =
  | { readonly kind: "verdict"; readonly status: number }
  | { readonly kind: "late" }
  | { readonly kind: "out-of-memory" }
  /** It ended by itself without a verdict. */
  | { readonly kind: "lost"; readonly how: string };

/** The status of a program that was ended since nobody reads its output. */
export const CLOSED = 141;

export interface Judged {
  /** The command line of heir; it writes its status to descriptor 3 when it ends. */
  readonly argv: readonly string[];
  readonly budget: Budget;
  /** What the hook reads; undefined to leave it the standard input that there is. */
  readonly input: string | undefined;
}

/**
 * Starts a judgement in a process of its own, which leads a group of its own. What it writes is passed on, but for what the
 * engine writes when memory is exhausted.
 */
export function startJudgement({ argv, budget, input }: Judged) {
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
 * A filter of what a process writes to standard error: the trace of an engine that runs out of memory says nothing to
 * people. Whole lines are passed on as they come; at the end of the text nothing is held back but a started trace.
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
