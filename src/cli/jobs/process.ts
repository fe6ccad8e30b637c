import { spawn } from "node:child_process";
import { PassThrough } from "node:stream";
import type { StartShare } from "../commands/shares.ts";
import { workerLine } from "./worker-line.ts";

/** This much of what a worker writes to standard error shows why it ended. */
const MOST_TRACE = 65_536;

const OUT_OF_MEMORY = /out of memory|allocation fail|virtual memory|bad_alloc|cannot allocate|ENOMEM|EAGAIN/i;

/** So many bytes of all workers may wait to be read; those of later shares do, while the first one is printed. */
const MOST_WAITING = 32 * 2 ** 20;

/** Starts another heir with the same command line, which does one part of it and ends with this process. */
export const startProcess: StartShare = (part, argv, width) => {
  const line = [...process.execArgv, process.argv[1] ?? "", ...workerLine({ part, width }, argv)];
  const child = spawn(process.execPath, line, { stdio: ["ignore", "pipe", "pipe", "pipe"], windowsHide: true });
  let trace = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    if (trace.length < MOST_TRACE) trace += chunk.toString("latin1");
  });
  const bytes = new PassThrough({ highWaterMark: Math.ceil(MOST_WAITING / part.of) });
  child.stdout?.pipe(bytes);
  const ended = new Promise<string>((resolve) => {
    const end = (why: string): void => resolve(OUT_OF_MEMORY.test(trace + why) ? "memory" : why);
    child.on("error", (error) => {
      bytes.end();
      end(error.message);
    });
    child.on("close", (status, signal) => end(signal ?? `status ${status}`));
  });
  return { bytes, ended, kill: () => child.kill("SIGKILL") };
};
