import type { Division, Part, Workers } from "../../base/division.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { Worker } from "./worker.ts";
import type { Look } from "./worker-line.ts";

const AHEAD = 4;

/** Some workers of one run. */
export interface Pool {
  /** The workers, which must have read the same states as this process. */
  of(state: string): Workers;
  /** Ends the workers: when all blocks are done, once they have written what they cache. */
  end(): Promise<void>;
}

/** Starts so many workers for a command line. */
export type StartPool = (count: number, argv: readonly string[], look: Look) => Promise<Pool>;

/** The workers of one run, which take blocks in turns: rules J1 and J4 in docs/scale.md. */
export class WorkerPool implements Pool, Workers {
  readonly count: number;
  private readonly workers: readonly Worker[];
  private isDone = false;
  private changed = (): void => undefined;

  private state = "";

  /** Starts workers for a command line. */
  constructor(count: number, argv: readonly string[], look: Look) {
    this.count = count;
    this.workers = Array.from({ length: count }, () => new Worker(argv, look, () => this.changed()));
  }

  of(state: string): this {
    this.state = state;
    return this;
  }

  /** Throws HeirError if a worker ends too early, and what a block throws. */
  async *divide<Data>({ blocks, ahead = AHEAD }: Division<Data>): AsyncGenerator<Part<Data>> {
    const of = blocks(this.count);
    const owners: Worker[] = [];
    try {
      for (let block = 0; block < of; ) {
        const change = this.change();
        this.give(owners, of, ahead);
        const said = owners[block]?.next();
        if (said === undefined) await this.waited(change, of);
        else if (said.kind === "part")
          yield said.part as Part<Data>; // A worker of this very build made it.
        else if (said.kind === "failed") throw said.error;
        else if (said.kind === "done") block += 1;
        else if (said.state !== this.state)
          throw new HeirError("environment", "files changed while they were read", "run it again");
      }
      this.isDone = true;
    } finally {
      if (!this.isDone) this.kill();
    }
  }

  async end(): Promise<void> {
    if (!this.isDone) return this.kill();
    await Promise.all(this.workers.map((worker) => worker.end()));
  }

  /** Gives blocks in their order to those who are free. */
  private give(owners: Worker[], of: number, ahead: number): void {
    for (const given of [0, 1]) {
      for (const worker of this.workers) {
        if (worker.given > given || worker.held >= ahead || owners.length >= of) continue;
        worker.take(owners.length, of, ahead);
        owners.push(worker);
      }
    }
  }

  private kill(): void {
    for (const worker of this.workers) worker.kill();
  }

  /** The next thing that a worker says. */
  private change(): Promise<void> {
    return new Promise((resolve) => {
      this.changed = resolve;
    });
  }

  private async waited(change: Promise<void>, of: number): Promise<void> {
    const loss = this.workers.find((worker) => worker.loss !== undefined)?.loss;
    if (loss === undefined) return change;
    const done = this.workers.reduce((sum, worker) => sum + worker.done, 0);
    const message = `a worker ended (${loss}): ${done} of ${of} blocks done`;
    throw new HeirError("environment", message, "--jobs 1, or more memory");
  }
}
