import type { Division, Workers } from "../../base/division.ts";
import { InvariantError } from "../../model/findings/failure.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { effortOf } from "../load/effort.ts";
import { hasError } from "../load/outcome.ts";
import type { CompareScope } from "./begun-comparison.ts";
import { ComparisonWork, type SidesOptions } from "./comparison.ts";
import { type ComparisonShare, joinedComparison, shareOfComparison } from "./shares.ts";
import type { Side } from "./side.ts";

/** As `compareSides`, with the help of other processes, each of which compares a shard of the nodes. */
export async function compareDivided(before: Side, after: Side, options: SidesOptions): Promise<Masked<Comparison>> {
  const work = new ComparisonWork(before, after, options);
  const scope = await work.scope();
  const workers = await askedWorkers(scope, { before, after, options });
  if (workers === undefined) return work.compared(scope);
  const division: Division<ComparisonShare> = {
    blocks: (processes) => processes,
    async *parts(block, of) {
      const share = { index: block + 1, of };
      const compared = await new ComparisonWork(before, after, { ...options, share }).compared(scope);
      yield { data: shareOfComparison(compared, share) };
    },
  };
  const shares: ComparisonShare[] = [];
  for await (const { data } of workers.divide(division)) shares.push(data);
  const joined = joinedComparison(shares);
  if (joined === undefined) throw new InvariantError("a comparison is divided among no process");
  return joined;
}

interface Compared {
  readonly before: Side;
  readonly after: Side;
  readonly options: SidesOptions;
}

/** Processes that compare nodes for this one. Secrets are known once files were read, which takes one process. */
async function askedWorkers(
  { affected }: CompareScope,
  { before, after, options: { workers, prefetch } }: Compared,
): Promise<Workers | undefined> {
  const isOpen = [before, after].every(({ inventory }) => !hasError(inventory) && inventory.secrets.paths.length === 0);
  if (workers === undefined || !isOpen) return undefined;
  const names = new Set(after.inventory.nodeNames);
  const known = affected.filter((name) => names.has(name));
  return workers(() => effortOf(after.inventory, known, async (some) => prefetch?.(after, some, {})));
}
