import { type ChildProcess, spawn } from "node:child_process";
import { type Frame, FrameReader, type Order } from "./frames.ts";
import { type Look, workerLine } from "./worker-line.ts";

/** This much of what a worker writes to standard error shows why it ended. */
const MOST_TRACE = 65_536;

const OUT_OF_MEMORY = /out of memory|allocation fail|virtual memory|bad_alloc|cannot allocate|ENOMEM|EAGAIN/i;

/** One worker: another heir with the same command line, which does blocks and ends with this process. */
export class Worker {
  /** Blocks that it has done. */
  done = 0;
  /** Blocks that it was given and has not done: one more than it works on, so that it need not wait. */
  given = 0;
  /** Why it ended, if it has. */
  loss: string | undefined;
  /** When it has ended. */
  readonly ended: Promise<void>;
  private readonly waiting: Frame[] = [];
  private trace = "";
  private readonly child: ChildProcess;
  private ahead = Number.POSITIVE_INFINITY;

  /** `onChange` is called for whatever it says, and when it ends. */
  constructor(argv: readonly string[], look: Look, onChange: () => void) {
    const line = [...process.execArgv, process.argv[1] ?? "", ...workerLine(look, argv)];
    this.child = spawn(process.execPath, line, { stdio: ["pipe", "pipe", "pipe", "pipe"], windowsHide: true });
    this.child.stdin?.on("error", () => undefined);
    this.child.stderr?.on("data", (chunk: Buffer) => {
      if (this.trace.length < MOST_TRACE) this.trace += chunk.toString("latin1");
    });
    const reader = new FrameReader();
    this.child.stdout?.on("data", (chunk: Buffer) => {
      for (const frame of reader.take(chunk)) this.hear(frame);
      onChange();
    });
    this.ended = new Promise((resolve) => {
      const end = (why: string): void => {
        this.loss ??= OUT_OF_MEMORY.test(this.trace + why) ? "memory" : why;
        resolve();
        onChange();
      };
      this.child.on("error", (error) => end(error.message));
      this.child.on("close", (status, signal) => end(signal ?? `status ${status}`));
    });
  }

  /** Parts that wait. */
  get held(): number {
    return this.waiting.length;
  }

  /** Gives it a block to do; it stops when `ahead` parts wait. */
  take(block: number, of: number, ahead: number): void {
    this.given += 1;
    this.ahead = ahead;
    this.tell({ block, of });
  }

  /** What it said first of all that waits. */
  next(): Frame | undefined {
    const next = this.waiting.shift();
    if (this.waiting.length < this.ahead) this.child.stdout?.resume();
    return next;
  }

  /** Lets it end: it writes what it caches. */
  async end(): Promise<void> {
    this.tell({ end: true });
    this.child.stdout?.resume();
    await this.ended;
  }

  /** Ends it at once. */
  kill(): void {
    this.child.kill("SIGKILL");
  }

  private hear(said: Frame): void {
    this.waiting.push(said);
    if (said.kind === "done") {
      this.given -= 1;
      this.done += 1;
    }
    if (this.waiting.length >= this.ahead) this.child.stdout?.pause();
  }

  private tell(order: Order): void {
    this.child.stdin?.write(`${JSON.stringify(order)}\n`);
  }
}
