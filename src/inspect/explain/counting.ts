import type { Contribution } from "../../model/results/contribution.ts";
import type { WrittenValue } from "../../model/results/impact.ts";

/**
 * The contributions that a value consists of: from the strongest down to the one that stands in the place of all before
 * it; none if the value is gone or fails.
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

/** The contribution that stands in the place of those that do not count, or took the value away. */
export function standingIn<C extends Contribution>(contributions: readonly C[]): C | undefined {
  const base = [...countingOf(contributions)].at(-1);
  return base ?? contributions.findLast(({ action }) => action === "removed");
}

/** Whether a contribution is what a file writes at a path. */
export function isOf({ value, path }: Contribution, written: Pick<WrittenValue, "value" | "path">): boolean {
  return value.origin === written.value.origin && path.length === written.path.length;
}
