import { setTimeout } from "node:timers/promises";
import type { Abortable } from "../../model/inventory/snapshot.ts";

/** For so long after a key comes no other one, unless somebody types or holds it down. */
const CALM_MS = 120;

/**
 * How many keys were typed. The thread that draws counts them, without a message; the one that resolves reads the count,
 * so that work which nobody waits for rests while keys come, and leaves them the processor.
 */
export class TypedKeys {
  /** To be shared between the threads: each makes its own object of it. */
  readonly memory: SharedArrayBuffer;
  private readonly count: Int32Array;
  private known = 0;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.count = new Int32Array(memory);
  }

  typed(): void {
    Atomics.add(this.count, 0, 1);
  }

  /** Waits until no key came for a while; at once if none came since it was asked last. Throws when aborted. */
  async calm({ signal }: Abortable): Promise<void> {
    for (let count = Atomics.load(this.count, 0); count !== this.known; count = Atomics.load(this.count, 0)) {
      this.known = count;
      await setTimeout(CALM_MS, undefined, { signal });
    }
  }
}
