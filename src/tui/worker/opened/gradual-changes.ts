import { setImmediate } from "node:timers/promises";
import { InvariantError } from "../../../model/findings/failure.ts";
import type { Comparison } from "../../../model/results/comparison.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import type { PaceOptions } from "../../../workspace/load/progress.ts";
import type { GradualComparison } from "../../../workspace/workspace.ts";
import type { ChangeSet, Ends } from "../rows/change-set.ts";

/** For so long nodes are compared before the signal is heeded. */
const TURN_MS = 40;
/** Before the first report: who waits for rows shall have some, and what is short needs none. */
const FIRST_MS = 80;
const REPORT_MS = 300;
/** A report takes as long as all rows so far: at most a tenth of the time goes into them. */
const PAUSE = 9;

interface Asked {
  readonly key: string;
  readonly ends: Ends;
  /** Nodes to be compared before the others. */
  readonly inFront: readonly string[];
  /** Some nodes alone, the first that `begin` compares: which nodes can differ is known much later. Undefined if that does not pay. */
  first?(inFront: readonly string[]): Promise<FirstNodes | undefined>;
  begin(inFront: readonly string[]): Promise<GradualComparison>;
}

/** A comparison of the first nodes, of so many. */
export interface FirstNodes {
  readonly comparison: GradualComparison;
  readonly total: number;
}

/** A comparison so far; without `soFar` it is whole. */
interface ComparedSoFar extends Pick<ChangeSet, "soFar"> {
  comparison(): Masked<Comparison>;
}

/** The comparison that a more urgent question has interrupted: it goes on from there. */
export class GradualChanges {
  private running: { readonly key: string; readonly id: string; readonly comparison: GradualComparison } | undefined;
  /** Of which comparison the first nodes were reported, how many, and in which order: nothing of it is taken back. */
  private seen: ({ readonly id: string; readonly done: number } & Pick<Asked, "inFront">) | undefined;

  /** The key of the comparison that is begun and not whole. */
  get key(): string | undefined {
    return this.running?.key;
  }

  /** Drops the comparison unless it is this one: nobody waits for another. */
  forget(but?: string): void {
    if (this.running?.key !== but) this.running = undefined;
  }

  /** What is known after a while, and at the end all. Throws the reason of the signal between nodes, and goes on when asked again. */
  async *of(
    { key, ends, inFront, first, begin }: Asked,
    { signal, progress, rest }: PaceOptions,
  ): AsyncGenerator<ComparedSoFar> {
    const id = `${key} ${ends.map((end) => end.id).join(" ")}`;
    if (this.seen?.id !== id) {
      const seen = await comparedFirst(await first?.(inFront));
      this.seen = { id, done: seen?.soFar?.done ?? 0, inFront };
      if (seen !== undefined) yield seen;
    }
    const { done: shown, inFront: order } = this.seen;
    if (this.running?.id !== id) this.running = { key, id, comparison: await begin(order) };
    const { comparison } = this.running;
    let due = performance.now() + FIRST_MS;
    while (!(await comparison.more(TURN_MS))) {
      const { done, total } = comparison;
      progress?.(done, total);
      const start = performance.now();
      if (start >= due && done >= shown) {
        yield { comparison: () => comparison.soFar(), soFar: { done, total } };
        const now = performance.now();
        due = now + Math.max(REPORT_MS, PAUSE * (now - start));
      }
      await setImmediate();
      await rest?.();
      signal?.throwIfAborted();
    }
    this.running = undefined;
    this.seen = undefined;
    yield { comparison: () => comparison.soFar() };
  }

  async whole(asked: Asked, options: PaceOptions): Promise<Masked<Comparison>> {
    for await (const { comparison, soFar } of this.of(asked, options)) if (soFar === undefined) return comparison();
    throw new InvariantError("a comparison ends with all that is known");
  }
}

/** What the first nodes show after a short time; undefined if none of them can differ. */
async function comparedFirst(first: FirstNodes | undefined): Promise<ComparedSoFar | undefined> {
  if (first === undefined) return undefined;
  const { comparison, total } = first;
  await comparison.more(FIRST_MS);
  const { done } = comparison;
  return done === 0 ? undefined : { comparison: () => comparison.soFar(), soFar: { done, total } };
}
