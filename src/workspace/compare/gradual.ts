import type { Comparison } from "../../model/results/comparison.ts";
import { derived } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import type { GradualComparison } from "../workspace.ts";
import type { BegunComparison } from "./affected-nodes.ts";
import { ComparisonWork, type SidesOptions } from "./comparison.ts";
import type { Side } from "./side.ts";

/** As `compareSides`, in steps. Throws the reason of the signal before the first node only. */
export async function compareGradually(before: Side, after: Side, options: SidesOptions): Promise<GradualComparison> {
  const work = new ComparisonWork(before, after, options);
  const begun = await work.begun(await work.scope());
  return new Gradual(work, { ...begun, affected: inOrder(begun.affected, options.first) });
}

/** Some names, those first that are to be. */
function inOrder(names: readonly string[], first: readonly string[] = []): readonly string[] {
  const all = new Set(names);
  return [...new Set([...first.filter((name) => all.has(name)), ...names])];
}

class Gradual implements GradualComparison {
  done = 0;
  private isOver = false;
  private readonly work: ComparisonWork;
  private readonly begun: BegunComparison;

  constructor(work: ComparisonWork, begun: BegunComparison) {
    this.work = work;
    this.begun = begun;
  }

  get total(): number {
    return this.begun.affected.length;
  }

  async more(milliseconds: number): Promise<boolean> {
    const end = performance.now() + milliseconds;
    for (const name of this.begun.affected.slice(this.done)) {
      await this.work.prefetch(this.done, this.begun);
      this.work.compare(name, this.begun);
      this.done += 1;
      if (performance.now() >= end) break;
    }
    if (this.done < this.total) return false;
    if (!this.isOver) this.work.end(this.begun);
    this.isOver = true;
    return true;
  }

  soFar(): Masked<Comparison> {
    const found = this.work.soFar(this.begun);
    // Which nodes have a class is known, and said, when all are compared.
    return this.isOver ? found : derived(found, ({ members: _, ...others }) => others);
  }
}
