import { derived } from "../secrets/mask.ts";
import type { Masked } from "../secrets/masked.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import { findsValue, matchesPath, type PathFilter, touchesPath } from "../values/path-filter.ts";
import type { Sided } from "./change.ts";
import type { Comparison } from "./comparison.ts";

/** Whether a change at a path is one of the values that filters ask for, or has one inside; of any value without filters. */
export function isSelected(path: ParameterPath, only: readonly PathFilter[] = []): boolean {
  return only.length === 0 || only.some((filter) => touchesPath(filter, path));
}

/** A comparison in which nothing differs. */
export function withoutDifferences(comparison: Masked<Comparison>): Masked<Comparison> {
  const nodes = { added: [], removed: [], renamed: [], newlyFailing: [], newlyResolving: [], stillFailing: [] };
  return derived(comparison, (whole) => ({ ...whole, changes: [], nodes }));
}

/**
 * A comparison with only the changes at paths that match one of `only`, or any path if that is empty, and none of
 * `without`. A mapping that is added or removed as a whole is kept if a path below it is selected. Nodes that are new,
 * removed or failing are kept: they differ at every path.
 */
export function selectPaths(
  comparison: Masked<Comparison>,
  { only, without }: Readonly<Record<"only" | "without", readonly PathFilter[]>>,
): Masked<Comparison> {
  if (only.length === 0 && without.length === 0) return comparison;
  const changes = comparison.changes.filter(
    ({ change: { path } }) => isSelected(path, only) && !without.some((filter) => matchesPath(filter, path)),
  );
  return derived(comparison, (whole) => ({ ...whole, changes }));
}

/** Whether a value at a path, old or new, is in a change. */
export function isChangedAt({ changes }: Masked<Comparison>, filter: PathFilter): boolean {
  return changes.some(({ change }) => {
    const { before, after }: Sided = change;
    return [before, after].some((value) => value !== undefined && findsValue(filter, value, change.path));
  });
}
