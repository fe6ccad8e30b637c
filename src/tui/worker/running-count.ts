import { setImmediate } from "node:timers/promises";
import type { Comparison } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import type { PaceOptions } from "../../workspace/load/progress.ts";
import type { GradualComparison } from "../../workspace/workspace.ts";

/** For so long nodes are compared before the signal is heeded. */
const TURN_MS = 40;

/** What is counted, and how its comparison is begun. */
interface Asked {
  readonly key: string;
  begin(): Promise<GradualComparison>;
}

/** The comparison of a commit that is being counted: where a more urgent question has interrupted it, it goes on from there. */
export class RunningCount {
  private running: { readonly key: string; readonly comparison: GradualComparison } | undefined;

  /** Undefined while nothing is begun. */
  get key(): string | undefined {
    return this.running?.key;
  }

  forget(): void {
    this.running = undefined;
  }

  /** The whole comparison. Throws the reason of the signal, and goes on when asked again. */
  async of({ key, begin }: Asked, { signal, rest }: PaceOptions): Promise<Masked<Comparison>> {
    if (this.running?.key !== key) this.running = { key, comparison: await begin() };
    const { comparison } = this.running;
    while (!(await comparison.more(TURN_MS))) {
      await setImmediate();
      await rest?.();
      signal?.throwIfAborted();
    }
    this.running = undefined;
    return comparison.soFar();
  }
}
