import type { Comparison } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { matchesPath, type PathFilter, touchesPath } from "../../model/values/path-filter.ts";

/** Which values a person wants to see. */
export interface PathSelection {
  /** Only what one of these means; everything when there is none. */
  readonly only: readonly PathFilter[];
  /** Nothing that one of these means. */
  readonly without: readonly PathFilter[];
}

/**
 * A comparison with only the changes that are wanted. A mapping that is new or gone as a whole stays when something
 * below it is wanted. Nodes that are new, gone or failing stay: they differ whatever the path.
 */
export function selectPaths(comparison: Masked<Comparison>, { only, without }: PathSelection): Masked<Comparison> {
  if (only.length === 0 && without.length === 0) return comparison;
  const changes = comparison.changes.filter(({ change: { path } }) => {
    const wanted = only.length === 0 || only.some((filter) => touchesPath(filter, path));
    return wanted && !without.some((filter) => matchesPath(filter, path));
  });
  return { ...comparison, changes };
}
