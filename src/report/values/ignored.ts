import type { Change } from "../../model/results/change.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import { derived } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { isMarker } from "../../model/secrets/secrets.ts";
import type { Value } from "../../model/values/value.ts";

/** The only difference: the order of a list, or the type of values with the same text, such as `"1"` and `1`. */
export type IgnoredKind = "order" | "type";

/**
 * Whether a change is only one of order or of type; undefined if it is more, and for secrets, which must not reveal it.
 */
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

/** A comparison without the changes that differ only in these ways. */
export function withoutIgnored(comparison: Masked<Comparison>, ignored: ReadonlySet<IgnoredKind>): Masked<Comparison> {
  if (ignored.size === 0) return comparison;
  const changes = comparison.changes.filter(({ change }) => {
    const only = ignoredKind(change);
    return only === undefined || !ignored.has(only);
  });
  return derived(comparison, (whole) => ({ ...whole, changes }));
}
