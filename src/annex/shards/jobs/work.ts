import { once } from "node:events";
import { prefetchWorkTree } from "../../../cli/begin.ts";
import type { Host, TextStream } from "../../../cli/commands/command.ts";
import type { Serving } from "../../../cli/commands/shares.ts";
import { failureEnd, WorkDone } from "./worker.ts";
import type { WorkOrder } from "./worker-line.ts";

/** Runs a command line. */
type Run = (argv: readonly string[], host: Host) => Promise<number>;

/** Runs the part of a command line that can be divided, does one share of it for the process that started this one, and ends. */
export async function workShare(
  [order = "{}", ...argv]: readonly string[],
  self: NodeJS.Process,
  { run, open }: Pick<Host, "open"> & { readonly run: Run },
): Promise<never> {
  const send: Serving["send"] = async (record) => {
    if (!self.stdout.write(`${record}\0`)) await once(self.stdout, "drain");
  };
  const cwd = self.cwd();
  // What the process that started this one wrote.
  const { part, width }: WorkOrder = JSON.parse(order);
  const host: Host = {
    cwd,
    env: self.env,
    stdout: silence(width),
    stderr: { write: () => true, once: () => undefined },
    signal: new AbortController().signal,
    prefetch: prefetchWorkTree(argv, cwd),
    open,
    shareHost: { serving: { part, send } },
  };
  await worked(argv, host, run);
  await new Promise((resolve) => self.stdout.write("", resolve));
  return self.exit(0);
}

/** Runs a command line for another process. What it cannot do is sent there; nothing is thrown. */
export async function worked(argv: readonly string[], host: Host, run: Run): Promise<void> {
  try {
    await run(argv, host);
  } catch (error) {
    if (!(error instanceof WorkDone)) await host.shareHost?.serving?.send(JSON.stringify(failureEnd(error)));
  }
}

/** A terminal of this width, or a file, that discards all output: a command that begins to print has no work to divide. */
function silence(width: number | undefined): TextStream {
  const end = (): never => {
    throw new WorkDone();
  };
  return { ...(width !== undefined && { isTTY: true, columns: width }), write: end, once: () => undefined };
}
