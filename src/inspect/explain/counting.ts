import type { Contribution } from "../../model/results/contribution.ts";
import type { WrittenValue } from "../../model/results/impact.ts";

/**
 * The contributions of which a value consists: from the strongest down to the one that replaces all before it. None if
 * the value was removed or fails.
 */
export function countingOf<C extends Contribution>(contributions: readonly C[]): ReadonlySet<C> {
  const counting = new Set<C>();
  if (contributions.some(({ action }) => action === "failed")) return counting;
  for (const contribution of contributions.toReversed()) {
    if (contribution.action === "hidden") continue;
    if (contribution.action === "removed") break;
    counting.add(contribution);
    if (!contribution.keepsBelow) break;
  }
  return counting;
}

/** The contribution that replaced those that do not count, or removed the value. */
export function replacing<C extends Contribution>(contributions: readonly C[]): C | undefined {
  const base = [...countingOf(contributions)].at(-1);
  return base ?? contributions.findLast(({ action }) => action === "removed");
}

/** Whether a contribution is a value that a file writes. */
export function isOf({ value, path }: Contribution, written: Pick<WrittenValue, "value" | "path">): boolean {
  return value.origin === written.value.origin && path.length === written.path.length;
}
