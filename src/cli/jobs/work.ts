import type { Readable, Writable } from "node:stream";
import { type Host, openFolder, type TextStream } from "../start/host.ts";
import { prefetchWorkTree } from "../start/prefetch.ts";
import { Serving, WorkDone } from "./serve.ts";
import type { Look } from "./worker-line.ts";

/** What a worker needs of its process. */
export interface WorkingProcess {
  readonly env: Host["env"];
  readonly stdin: Readable;
  readonly stdout: Writable;
  cwd(): string;
  exit(code: number): never;
}

/**
 * Runs a command line as far as its work can be divided, does blocks of it for the process that started this one, and ends
 * this process.
 */
export async function work([look = "{}", ...argv]: readonly string[], self: WorkingProcess): Promise<never> {
  const serving = new Serving(self.stdin, self.stdout);
  // What the process that started this one wrote.
  const silent = silence(JSON.parse(look) as Look);
  const cwd = self.cwd();
  const host: Host = {
    cwd,
    env: self.env,
    stdout: silent,
    stderr: { write: () => true, once: () => undefined },
    signal: new AbortController().signal,
    prefetch: prefetchWorkTree(argv, cwd),
    open: openFolder,
    serving,
  };
  try {
    const { run } = await import("../start/run.ts");
    await run(argv, host);
  } catch (error) {
    if (!(error instanceof WorkDone)) await serving.fail(error instanceof Error ? error : new Error(String(error)));
  }
  return self.exit(0);
}

/** A terminal, or a file, that nothing is written to: a command that begins to print has no work to divide. */
function silence(look: Look): TextStream {
  const end = (): never => {
    throw new WorkDone();
  };
  return { ...look, write: end, once: () => undefined };
}
