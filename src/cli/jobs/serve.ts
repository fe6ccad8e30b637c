import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { Division, Part, Workers } from "../../base/division.ts";
import { type Frame, frameBytes, type Order } from "./frames.ts";

/** Ends a command that runs in a worker: it has done all blocks that it was given. */
export class WorkDone extends Error {}

/** The side of a worker: does the blocks that the process that started it asks for. */
export class Serving implements Workers {
  readonly count = 1;
  private readonly orders: Order[] = [];
  private text = "";
  private readonly answers: Writable;
  private state = "";
  private onOrder = (): void => undefined;

  constructor(orders: Readable, answers: Writable) {
    this.answers = answers;
    orders.on("data", (chunk: Buffer) => this.hear(chunk.toString()));
  }

  /** This side, for a command that has read these states. */
  of(state: string): this {
    this.state = state;
    return this;
  }

  /** Gives no part to this command: it throws WorkDone at the end. */
  // biome-ignore lint/correctness/useYield: a worker does the blocks of another process
  async *divide<Data>({ parts }: Division<Data>): AsyncGenerator<Part<Data>> {
    await this.say({ kind: "ready", state: this.state });
    for (let order = await this.order(); !("end" in order); order = await this.order()) {
      for await (const part of parts(order.block, order.of)) await this.say({ kind: "part", part });
      await this.say({ kind: "done" });
    }
    throw new WorkDone();
  }

  /** Tells why the command cannot go on. */
  async fail(error: Error): Promise<void> {
    await this.say({ kind: "failed", error });
  }

  private async say(frame: Frame): Promise<void> {
    const fits = frameBytes(frame).map((bytes) => this.answers.write(bytes));
    if (fits.at(-1) === false) await once(this.answers, "drain");
  }

  private async order(): Promise<Order> {
    for (;;) {
      const order = this.orders.shift();
      if (order !== undefined) return order;
      await new Promise<void>((resolve) => {
        this.onOrder = resolve;
      });
    }
  }

  private hear(text: string): void {
    const lines = (this.text + text).split("\n");
    this.text = lines.pop() ?? "";
    // What the process that started this one wrote.
    this.orders.push(...lines.map((line) => JSON.parse(line) as Order));
    this.onOrder();
  }
}
