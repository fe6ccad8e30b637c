import { exit } from "../exit.ts";

/** What of a process writes, and ends it. */
export interface Output {
  readonly stdout: Failing;
  readonly stderr: Failing & { write(text: string): unknown };
  exit(code: number): never;
}

interface Failing {
  on(event: "error", listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/**
 * Ends a process whose output fails: at once and silently if the pipe is closed, with the status of a program that SIGPIPE
 * ends; with a message if it cannot be written, as to a full disk.
 */
export function endOnFailingOutput(self: Output): void {
  for (const stream of [self.stdout, self.stderr]) {
    stream.on("error", (error) => {
      if (error.code === "EPIPE") self.exit(exit.closed);
      if (stream === self.stdout) self.stderr.write(`heir: cannot write: ${error.message}\n`);
      self.exit(exit.findings);
    });
  }
}
