import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { CommitPages } from "../../workspace/repository/commit-pages.ts";
import { answerHistory } from "./answers/history.ts";
import { WorkerClient } from "./client.ts";
import type { Opening } from "./opened/opened.ts";
import type { AskedWorker, GivenUp, Moved, News, WorkerMessage, WorkerStart } from "./questions.ts";
import { processorWait, TypedKeys } from "./typed-keys.ts";
import { V8_FLAGS } from "./v8-flags.ts";

/** Memory of the thread for short-lived objects. Node would take 48 MB, and keep them. */
const YOUNG_MB = 8;
/** Memory of the thread for all else: far more than it takes, and less than ends the program. */
const OLD_MB = 4096;

export interface ThreadOptions {
  readonly opening: Opening;
  /** The commits of the repository; undefined without a git program. */
  readonly pages: CommitPages | undefined;
}

/** The thread that resolves, as the one that draws asks it: before it is started, too, and again after it has fallen. */
export class WorkerThread extends WorkerClient {
  private readonly options: ThreadOptions;
  private readonly keys = new TypedKeys({ wait: processorWait() });
  /** What was asked before the thread was started. */
  private readonly early: (AskedWorker | GivenUp)[] = [];
  private readonly closed = new AbortController();
  private worker: Worker | undefined;

  constructor(options: ThreadOptions, listener: (news: News) => void) {
    super((asked) => (this.worker === undefined ? this.early.push(asked) : this.worker.postMessage(asked)), listener);
    this.options = options;
  }

  /** Starting the thread takes longer than git takes to list the first commits, so these are asked for here. */
  async start(): Promise<void> {
    const [first] = this.early;
    if (first !== undefined && "request" in first && (await this.answerHere(first))) this.early.shift();
    if (this.closed.signal.aborted) return;
    this.worker = this.started();
    for (const asked of this.early.splice(0)) this.worker.postMessage(asked);
  }

  /** Answers a question for commits as the thread would; false for another question, and where git fails: the thread says why. */
  private async answerHere({ number, request }: AskedWorker): Promise<boolean> {
    const { pages } = this.options;
    if (request.kind !== "history" || pages === undefined) return false;
    const work = { repository: { history: async () => pages }, signal: this.closed.signal };
    const answer = await answerHistory(request.ask, work).catch(() => undefined);
    if (answer === undefined) return false;
    this.take({ number, kind: "answer", answer: { kind: "history", answer } });
    this.take({ number, kind: "done" });
    return true;
  }

  private started(): Worker {
    // The build puts it beside this script, see scripts/build.js.
    const worker = new Worker(new URL("tui-worker.js", import.meta.url), {
      workerData: { opening: this.options.opening, typed: this.keys.memory } satisfies WorkerStart,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
    });
    worker.on("message", (message: WorkerMessage | Moved) => this.take(message));
    worker.on("error", (error) => this.fell(error));
    return worker;
  }

  /** A question that takes too much memory ends its thread; the next question goes to a new one. Throws any other error. */
  private fell(error: Error): void {
    if (!("code" in error) || error.code !== "ERR_WORKER_OUT_OF_MEMORY") throw error;
    this.worker = this.started();
    this.lost(`this takes more than ${OLD_MB} MB of memory`, "--node or --path makes it less");
  }

  override typed(keys: string): void {
    this.keys.typed();
    super.typed(keys);
  }

  /** Ends the thread. Never fails. */
  async end(): Promise<void> {
    this.closed.abort();
    this.close();
    await this.worker?.terminate().catch(() => undefined);
  }
}

/** Puts back what the thread has set of V8, in the whole process. */
export function unsetFlags(): void {
  for (const { unset } of V8_FLAGS) setFlagsFromString(unset);
}
