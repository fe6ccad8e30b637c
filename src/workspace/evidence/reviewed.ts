import { blocksOf } from "../../compare/blocks/blocks.ts";
import { listItemEdits } from "../../compare/changes/values.ts";
import { Identities } from "../../compare/identity.ts";
import type { Change } from "../../model/results/change.ts";
import type { Comparison, ReviewedComparison } from "../../model/results/comparison.ts";
import { derived } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { holdsMarker, isMarker } from "../../model/secrets/secrets.ts";
import { isMap, type MapEntry, type Value } from "../../model/values/value.ts";
import { mapMember } from "../../model/values/value-at.ts";

/** A comparison with its blocks, made of what it has: changes that were left out of it are in none. */
export function withBlocks(comparison: Masked<Comparison>): Masked<ReviewedComparison> {
  return derived(comparison, (whole) => ({ ...whole, blocks: blocksOf(whole) }));
}

/** The only difference: the order of a list, or the type of values with the same text, such as `"1"` and `1`. */
export type IgnoredKind = "order" | "type";

/** Whether a change is only one of order, at any depth, or of type; undefined if it is more, and for secrets. */
export function ignoredKind(change: Change): IgnoredKind | undefined {
  if (change.kind !== "changed" || isMarker(change.before) || isMarker(change.after)) return undefined;
  const { before, after } = change;
  if (readsTheSame(before, after)) return "type";
  return isOpenList(before, after) && new Identities({ isOrdered: false }).same(before, after) ? "order" : undefined;
}

/** Whether both are lists without a secret: markers are all alike, whatever they stand for. */
function isOpenList(before: Value, after: Value): boolean {
  return before.kind === "list" && after.kind === "list" && !holdsMarker(before) && !holdsMarker(after);
}

function readsTheSame(before: Value, after: Value): boolean {
  if (isMarker(before) || isMarker(after)) return false;
  if (before.kind === "scalar" && after.kind === "scalar") return String(before.data) === String(after.data);
  if (isMap(before) && isMap(after)) {
    const isThere = ({ key, value }: MapEntry) => {
      const other = mapMember(after, key);
      return other !== undefined && readsTheSame(value, other);
    };
    return before.entries.length === after.entries.length && before.entries.every(isThere);
  }
  if (before.kind !== "list" || after.kind !== "list" || before.items.length !== after.items.length) return false;
  return before.items.every((item, at) => {
    const other = after.items[at];
    return other !== undefined && readsTheSame(item, other);
  });
}

/** A comparison without the changes that differ only in these ways; where order is one, no item of a list has moved. */
export function withoutIgnored(comparison: Masked<Comparison>, ignored: ReadonlySet<IgnoredKind>): Masked<Comparison> {
  if (ignored.size === 0) return comparison;
  const changes = comparison.changes.filter(({ change }) => {
    const only = ignoredKind(change);
    return only === undefined || !ignored.has(only);
  });
  const left = ignored.has("order") ? changes.map((each) => ({ ...each, change: withoutOrder(each.change) })) : changes;
  return derived(comparison, (whole) => ({ ...whole, changes: left }));
}

function withoutOrder(change: Change): Change {
  if (change.kind !== "changed" || !isOpenList(change.before, change.after)) return change;
  const identities = new Identities({ isOrdered: false });
  return { ...change, items: listItemEdits(change.before, change.after, { identities }) };
}
