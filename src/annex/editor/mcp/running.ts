import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import { type Context, type ExitCode, exit, type Host, type TextStream } from "../../../cli/commands/command.ts";
import { failureOf } from "../../../cli/failure.ts";

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The requests that are not answered yet. */
export class Running {
  private readonly run: Asking["run"];
  readonly all: Set<Promise<unknown>> = new Set();
  private lastWritten: Promise<unknown> = Promise.resolve();

  constructor(run: Asking["run"]) {
    this.run = run;
  }

  /** Answers a request; of those that write one after the other. */
  answer<T>(extra: Extra, work: (asking: Asking) => Promise<T>, writes = false): Promise<T> {
    const asking = { run: this.run, signal: extra.signal, progress: progressTo(extra) };
    const done = writes ? this.lastWritten.then(() => work(asking)) : work(asking);
    const settled = done.catch(() => undefined).finally(() => this.all.delete(settled));
    this.all.add(settled);
    if (writes) this.lastWritten = settled;
    return done;
  }
}

/** Reports to a client that wants it how far a request is, at most ten times a second and never less than before. */
function progressTo({ _meta, sendNotification }: Extra): Asking["progress"] {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let [last, sent] = [0, 0];
  return (done, total, message = "nodes") => {
    if (done <= last || Date.now() - sent < 100) return;
    [last, sent] = [done, Date.now()];
    const params = { progressToken, progress: done, total: total > 0 ? total : undefined, message };
    void sendNotification({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

/** How command lines are run in this process, and until when. */
export interface Asking {
  readonly run: NonNullable<Context["run"]>;
  readonly signal: AbortSignal;
  readonly progress?: Host["progress"];
}

/** The beginning of what is printed, and how many characters all of it has. */
export class PrintedText implements TextStream {
  text = "";
  length = 0;
  limit = 100_000;

  write(piece: string | Uint8Array): true {
    const more = typeof piece === "string" ? piece : Buffer.from(piece).toString();
    this.length += more.length;
    this.text += more.slice(0, Math.max(0, this.limit - this.text.length));
    return true;
  }

  once(): void {}
}

/**
 * Runs a command line, printing as to a file. Returns its exit code, also where it fails: then `stderr` has the message. Throws the
 * reason of the signal once it is cancelled, and Error for a bug.
 */
export async function printTo(
  { stdout, stderr }: { readonly stdout: PrintedText; readonly stderr: PrintedText },
  [verb = "", ...words]: readonly string[],
  { run, signal, progress }: Asking,
): Promise<ExitCode> {
  signal.throwIfAborted();
  const line = [verb, "--color=never", "--hyperlinks=never", ...words];
  try {
    return await run(line, { stdout, stderr, signal, progress });
  } catch (error) {
    signal.throwIfAborted();
    const { code, lines } = failureOf(error, { argv: words.filter((word) => word !== "--json"), trace: false });
    if (code === exit.bug) throw new Error(lines.join("\n"));
    stderr.write(lines.map((each) => `${each}\n`).join(""));
    return code;
  }
}
