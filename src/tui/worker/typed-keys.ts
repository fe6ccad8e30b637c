import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { quietly } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";

/** For so long after a key comes no other one, unless somebody types or holds it down. */
const CALM_MS = 120;

/** Where the thread that draws has waited for a processor for more than this part of its time, keys are slow; with less than half of it no more. */
const MUCH = 0.4;
/** In memory parts are thousandths; nothing is known at first. */
const WHOLE = 1000;
const UNKNOWN = -1;

/**
 * How many keys were typed. The thread that draws counts them, without a message; the one that resolves reads the count,
 * so that work which nobody waits for rests while keys come, and leaves them the processor, unless there is one for both.
 */
export class TypedKeys {
  /** To be shared between the threads: each makes its own object of it. */
  readonly memory: SharedArrayBuffer;
  /** How many keys, and for which part of its time the thread that draws has waited. */
  private readonly shared: Int32Array;
  private readonly wait: ProcessorWait;
  private known = 0;

  /** `wait`: of the thread that draws. */
  constructor({
    memory,
    wait = () => undefined,
  }: { readonly memory?: SharedArrayBuffer; readonly wait?: ProcessorWait } = {}) {
    this.memory = memory ?? new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
    this.shared = new Int32Array(this.memory);
    this.wait = wait;
    if (memory === undefined) Atomics.store(this.shared, 1, UNKNOWN);
  }

  typed(): void {
    const part = this.wait();
    Atomics.store(this.shared, 1, part === undefined ? UNKNOWN : Math.round(part * WHOLE));
    Atomics.add(this.shared, 0, 1);
  }

  /** Waits until keys stop; at once if none came since the last call, or if none wait for a processor. Throws when aborted. */
  async calm({ signal }: Abortable): Promise<void> {
    let most = MUCH * WHOLE;
    for (let count = this.count; count !== this.known; count = this.count) {
      this.known = count;
      const part = Atomics.load(this.shared, 1);
      if (part !== UNKNOWN && part < most) return;
      most = (MUCH * WHOLE) / 2;
      await setTimeout(CALM_MS, undefined, { signal });
    }
  }

  private get count(): number {
    return Atomics.load(this.shared, 0);
  }
}

/** For which part of its time this thread has waited for a processor of late, from 0 to 1; undefined if nothing says it. */
export type ProcessorWait = () => number | undefined;

/** On Linux: nanoseconds on a processor, nanoseconds waiting for one, and how often. */
const SCHEDULED = "/proc/thread-self/schedstat";
/** What was before the last look counts so much less with each look. */
const FADING = 0.9;

/** As the kernel says it of the thread that asks, from now on; `read` gives what it says. Never fails. */
export function processorWait(read: () => string = () => readFileSync(SCHEDULED, "latin1")): ProcessorWait {
  let last = timesOf(read);
  let [worked, waited] = [0, 0];
  return () => {
    const now = timesOf(read);
    const [working = Number.NaN, waiting = Number.NaN] = now.map((time, at) => time - (last[at] ?? Number.NaN));
    last = now;
    [worked, waited] = [worked * FADING + working, waited * FADING + waiting];
    const part = waited / (worked + waited);
    return Number.isNaN(part) ? undefined : part;
  };
}

function timesOf(read: () => string): readonly number[] {
  return quietly(() => read().split(" ").map(Number)) ?? [];
}
