import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
import type { Asking } from "./printed.ts";

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
