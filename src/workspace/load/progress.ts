import { setImmediate } from "node:timers/promises";
import type { Abortable } from "../../model/inventory/snapshot.ts";

const TURN_MS = 40;

export interface PaceOptions extends Abortable {
  readonly progress?: (done: number, total: number) => void;
  /** How many milliseconds at most the event loop waits; 40 when absent. */
  readonly turn?: number;
  /** Awaited whenever the event loop gets its turn: what nobody waits for can rest then. */
  readonly rest?: () => Promise<void>;
}

/** Steps of work of which nobody sees the progress. */
export function quietSteps({ signal }: Abortable): Abortable & { step(done: number): Promise<void> } {
  const pace = new Pace({ signal }, 0);
  return { signal, step: (done) => pace.step(done) };
}

/** Makes long work observable and abortable: yields to the event loop, reports progress, honours the signal. */
export class Pace {
  private last = performance.now();
  private readonly options: PaceOptions;
  private readonly total: number;

  constructor(options: PaceOptions, total: number) {
    this.options = options;
    this.total = total;
  }

  /** Call it before each item; throws the signal's reason when aborted. */
  async step(done: number): Promise<void> {
    if (performance.now() - this.last < (this.options.turn ?? TURN_MS)) return;
    this.options.progress?.(done, this.total);
    await setImmediate();
    await this.options.rest?.();
    this.options.signal?.throwIfAborted();
    this.last = performance.now();
  }
}

/** Long work, step by step: reports progress, and stops if it is aborted. */
export interface Steps extends Abortable {
  step(done: number, total: number): Promise<void>;
}
