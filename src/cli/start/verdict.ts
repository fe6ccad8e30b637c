import { writeSync } from "node:fs";

/** The first word of the command line of a judgement: then come the process id of its supervisor and what is run. */
export const JUDGE = "__judge";

const DESCRIPTOR = 3;

const WATCH_MS = 250;

/** Ends this judgement, with all that it started, soon after its supervisor: one that is killed cannot do that itself. */
export function endAfter(supervisor: number): void {
  const watch = (): void => {
    if (process.ppid !== supervisor) process.kill(-process.pid, "SIGKILL");
  };
  setInterval(watch, WATCH_MS).unref();
}

/** Tells the supervisor the status of a judgement that came to its end; returns it. */
export function reportVerdict(status: number): number {
  writeSync(DESCRIPTOR, `${status}\n`);
  return status;
}
