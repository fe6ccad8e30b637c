import type { Change } from "../../model/results/change.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { isMarker } from "../../model/secrets/secrets.ts";
import type { Value } from "../../model/values/value.ts";

/** What alone may differ: the order of a list, or the type of what reads the same, as `"1"` and `1`. */
export type IgnoredKind = "order" | "type";

/** Whether a change is one of order or of type only; undefined if it is more, and for secrets, of which nothing is told. */
export function ignoredKind(change: Change): IgnoredKind | undefined {
  if (change.kind !== "changed" || isMarker(change.before) || isMarker(change.after)) return undefined;
  const { before, after, items } = change;
  if (readsTheSame(before, after)) return "type";
  return items.length > 0 && items.every(({ kind }) => kind === "moved") ? "order" : undefined;
}

function readsTheSame(before: Value, after: Value): boolean {
  if (isMarker(before) || isMarker(after)) return false;
  if (before.kind === "scalar" && after.kind === "scalar") return String(before.data) === String(after.data);
  if (before.kind !== "list" || after.kind !== "list" || before.items.length !== after.items.length) return false;
  return before.items.every((item, at) => {
    const other = after.items[at];
    return other !== undefined && readsTheSame(item, other);
  });
}

/** A comparison without the changes in which nothing else differs. */
export function withoutIgnored(comparison: Masked<Comparison>, ignored: ReadonlySet<IgnoredKind>): Masked<Comparison> {
  if (ignored.size === 0) return comparison;
  const changes = comparison.changes.filter(({ change }) => {
    const only = ignoredKind(change);
    return only === undefined || !ignored.has(only);
  });
  return { ...comparison, changes };
}
