import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";

/** A program with its arguments and its working directory. */
export interface Command {
  readonly argv: readonly string[];
  readonly cwd: string;
}

/** The cost of one process. Fields that this machine cannot measure are missing. */
export interface Cost {
  readonly wallMs: number;
  readonly cpuMs?: number;
  readonly peakKb?: number;
}

export type Finished =
  | { readonly kind: "done"; readonly cost: Cost; readonly stdout: string }
  | { readonly kind: "failed"; readonly why: string };

/** How processes are measured: with bash and GNU time, where they exist. */
export interface Meter {
  readonly bash: boolean;
  readonly gnuTime: string | undefined;
  /** A folder for the output of the processes. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/** The time limit of a measured process. */
const LIMIT_MS = 300_000;

/** Detects what this machine can measure. */
export function makeMeter(scratch: string, signal: AbortSignal): Meter {
  const works = (argv: readonly string[]) => spawnSync(argv[0] ?? "", argv.slice(1), { stdio: "ignore" }).status === 0;
  const bash = works(["bash", "-c", "time true"]);
  const gnuTime = ["/usr/bin/time", "gtime"].find((time) => works([time, "-f", "%M", "true"]));
  return { bash, gnuTime: bash ? gnuTime : undefined, scratch, signal };
}

/** What the figures mean, for readers of the table. */
export function meaning({ bash, gnuTime }: Meter): string {
  const wall = "Whole processes, from start to exit, with their output written to a file: wall time";
  if (!bash) return `${wall}. For processor time bash is needed, for memory GNU time.`;
  const cpu = `${wall} and processor time (user and system, children included) from bash's \`time\``;
  return gnuTime === undefined ? `${cpu}. For memory GNU time is needed.` : `${cpu}, peak memory from GNU time.`;
}

// The output of the program goes to files, so bash's stderr has only the line of `time`.
const TIMED = 'TIMEFORMAT="%3R %3U %3S"; time "$@" >"$BENCH_OUT" 2>"$BENCH_ERR"';

/** Runs a command. It failed if its exit code is not 0, or if it took more than 5 minutes. */
export async function measure(command: Command, meter: Meter): Promise<Finished> {
  const file = (name: string) => join(meter.scratch, name);
  const env = { ...quietEnvironment(), BENCH_OUT: file("stdout"), BENCH_ERR: file("stderr") };
  const memory = meter.gnuTime === undefined ? [] : [meter.gnuTime, "-q", "-f", "%M", "-o", file("memory")];
  const argv = meter.bash ? ["bash", "-c", TIMED, "bash", ...memory, ...command.argv] : command.argv;
  const outputs = meter.bash ? [file("unused"), file("times")] : [file("stdout"), file("stderr")];
  const ended = await run(argv, { cwd: command.cwd, env, outputs, signal: meter.signal });
  if (ended.code !== 0)
    return { kind: "failed", why: ended.late ? "stopped after 5 minutes" : lastLine(file("stderr")) };
  const cost = meter.bash ? costFrom(meter) : { wallMs: ended.wallMs };
  return { kind: "done", cost, stdout: readFileSync(file("stdout"), "utf8") };
}

function costFrom({ gnuTime, scratch }: Meter): Cost {
  const [wall = 0, user = 0, system = 0] = readFileSync(join(scratch, "times"), "utf8").trim().split(/\s+/).map(Number);
  const cost = { wallMs: wall * 1000, cpuMs: (user + system) * 1000 };
  return gnuTime === undefined ? cost : { ...cost, peakKb: Number(readFileSync(join(scratch, "memory"), "utf8")) };
}

/** The user's environment without variables that affect how the measured programs start or what they read. */
export function quietEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(NODE_|GIT_|HEIR_?|npm_|PYTHON)/.test(name));
  return { ...Object.fromEntries(kept), GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C.UTF-8" };
}

interface Start {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly outputs: readonly string[];
  readonly signal: AbortSignal;
}

/** The process leads its own process group, so that stopping it stops all its children. */
function run(argv: readonly string[], { cwd, env, outputs, signal }: Start) {
  return new Promise<{ code: number | null; wallMs: number; late: boolean }>((resolve, reject) => {
    const files = outputs.map((path) => openSync(path, "w"));
    const started = performance.now();
    const child = spawn(argv[0] ?? "", argv.slice(1), { cwd, env, detached: true, stdio: ["ignore", ...files] });
    for (const file of files) closeSync(file);
    const either = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    const stop = () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL");
    either.addEventListener("abort", stop);
    child.once("error", reject);
    child.once("exit", (code) => {
      const wallMs = performance.now() - started;
      either.removeEventListener("abort", stop);
      if (signal.aborted) reject(signal.reason);
      else resolve({ code, wallMs, late: either.aborted });
    });
  });
}

function lastLine(path: string): string {
  const lines = readFileSync(path, "utf8").trim().split("\n");
  const line = lines.at(-1)?.trim() || "no message";
  return line.length <= 120 ? line : `${line.slice(0, 40)} ... ${line.slice(-80)}`;
}

/** The median of some figures; undefined for none. */
export function median(figures: readonly number[]): number | undefined {
  const sorted = [...figures].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
