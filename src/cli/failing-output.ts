import { exit } from "./commands/command.ts";

export interface ProcessOutput {
  readonly stdout: Failing;
  readonly stderr: Failing & { write(text: string): unknown };
  exit(code: number): never;
}

interface HungUp {
  readonly pid: number;
  kill(pid: number, signal: "SIGHUP"): unknown;
  removeAllListeners(signal: "SIGHUP"): unknown;
}

interface Failing {
  readonly isTTY?: boolean;
  on(event: "error", listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/**
 * Ends a process whose output fails: silently with the status of SIGPIPE for a closed pipe; by SIGHUP if the terminal
 * is gone, as Node crashes on exit when it resets the modes; with a message if it cannot be written, as to a full disk.
 */
export function endOnFailingOutput(self: ProcessOutput, own: HungUp = process): void {
  for (const stream of [self.stdout, self.stderr]) {
    stream.on("error", (error) => {
      if (error.code === "EPIPE") self.exit(exit.closed);
      if (error.code === "EIO" && stream.isTTY === true) {
        own.removeAllListeners("SIGHUP");
        own.kill(own.pid, "SIGHUP");
      }
      if (stream === self.stdout) self.stderr.write(`heir: cannot write: ${error.message}\n`);
      self.exit(exit.findings);
    });
  }
}
