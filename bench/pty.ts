import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { quietEnvironment } from "./measure.ts";

/** The processor time of a process so far, from Linux. */
export interface Spent {
  /** Milliseconds of all threads, and of the main thread. */
  readonly cpuMs: number;
  readonly mainCpuMs: number;
  readonly rssMb: number;
}

const LIMIT_MS = 60_000;
/** Linux reports processor time in hundredths of a second. */
const TICK_MS = 10;

/** A program on a pseudo-terminal of 140 columns and 40 rows, made by `script` of util-linux. */
export class Pty {
  readonly started: number = performance.now();
  private output = "";
  private look: (() => void) | undefined;
  private readonly child: ChildProcess;

  constructor(argv: readonly string[], cwd: string) {
    const quoted = argv.map((word) => `'${word}'`).join(" ");
    const line = `stty cols 140 rows 40; echo pid=$$; exec ${quoted}`;
    const { CI: _, NO_COLOR: __, ...env } = quietEnvironment();
    this.child = spawn("script", ["-qec", line, "/dev/null"], {
      cwd,
      env: { ...env, TERM: "xterm", SHELL: "/bin/sh" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.output += text;
      this.look?.();
    });
  }

  /** Types text, and forgets all output so far. */
  type(text: string): void {
    this.output = "";
    this.child.stdin?.write(text);
  }

  /** Waits for a text in the output and returns the time when it appeared. Throws if it never does. */
  shown(wanted: RegExp): Promise<number> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`never shown: ${wanted}`)), LIMIT_MS);
      this.look = () => {
        if (!wanted.test(this.output)) return;
        clearTimeout(late);
        this.look = undefined;
        resolve(performance.now());
      };
      this.look();
    });
  }

  /** Waits for output and then for a pause of this length; returns the time of the last output. */
  async calm(forMs: number): Promise<number> {
    let wrote = await this.shown(/./s);
    this.look = () => {
      wrote = performance.now();
    };
    while (performance.now() - wrote < forMs) await pause(1);
    this.look = undefined;
    return wrote;
  }

  /** The id of the process; ask for it before typing. */
  pid(): number {
    return Number(/pid=(\d+)/.exec(this.output)?.[1]);
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.child.once("exit", () => resolve());
      this.child.stdin?.write("q");
      this.child.stdin?.end();
    });
  }
}

/** Throws on systems other than Linux. */
export function spent(pid: number): Spent {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return {
    cpuMs: cpuMs(`/proc/${pid}/stat`),
    mainCpuMs: cpuMs(`/proc/${pid}/task/${pid}/stat`),
    rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
  };
}

function cpuMs(path: string): number {
  const fields = readFileSync(path, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
