import type { Sided } from "../../model/results/change.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import { derived } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { findsValue, matchesPath, type PathFilter, touchesPath } from "../../model/values/path-filter.ts";

/** Whether a change at a path is one of the values that filters ask for, or has one inside; of any value without filters. */
export function isSelected(path: ParameterPath, only: readonly PathFilter[] = []): boolean {
  return only.length === 0 || only.some((filter) => touchesPath(filter, path));
}

/** A comparison in which nothing differs. */
export function withoutDifferences(comparison: Masked<Comparison>): Masked<Comparison> {
  const nodes = { added: [], removed: [], renamed: [], newlyFailing: [], newlyResolving: [], stillFailing: [] };
  return derived(comparison, (whole) => ({ ...whole, changes: [], nodes }));
}

/** Only selected changes, and mappings with a selected path below; new, removed and failing nodes differ everywhere. */
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
