import type { FourWay } from "../../model/results/branch-merge.ts";
import type { Value } from "../../model/values/value.ts";
import type { Identities } from "../identity.ts";

/**
 * Whether a merged list combines both sides' changes: the items that each side added, without those that either
 * removed, each side's in its own order, and none that both added. Never fails.
 */
export function isJoinedList(values: FourWay<Value | undefined>, identities: Identities): boolean {
  const [base, ours, theirs, merged] = [values.base, values.ours, values.theirs, values.merged].map((value) => {
    if (value === undefined) return [];
    return value.kind === "list" ? value.items.map((item) => identities.of(item)) : undefined;
  });
  if (base === undefined || ours === undefined || theirs === undefined || merged === undefined) return false;
  const [byOurs, byTheirs] = [lacking(ours, base), lacking(theirs, base)];
  if ([...byOurs].some((item) => byTheirs.has(item))) return false;
  const [goneInOurs, goneInTheirs] = [lacking(base, ours), lacking(base, theirs)];
  return (
    equal(without(merged, byTheirs), without(ours, goneInTheirs)) &&
    equal(without(merged, byOurs), without(theirs, goneInOurs))
  );
}

/** As {@link isJoinedList}, for lists of names, which have each name once: their order is not checked. */
export function isJoinedSet(values: FourWay<Value | undefined>, identities: Identities): boolean {
  const [base, ours, theirs, merged] = [values.base, values.ours, values.theirs, values.merged].map((value) => {
    return new Set(value?.kind === "list" ? value.items.map((item) => identities.of(item)) : []);
  });
  if (base === undefined || ours === undefined || theirs === undefined || merged === undefined) return false;
  const all = new Set([...base, ...ours, ...theirs, ...merged]);
  return [...all].every((item) => {
    const [before, here, there] = [base.has(item), ours.has(item), theirs.has(item)];
    return merged.has(item) === (here === before ? there : here);
  });
}

type Items = readonly number[];

/** Items of one list that the other does not have. */
function lacking(items: Items, others: Items): ReadonlySet<number> {
  const known = new Set(others);
  return new Set(items.filter((item) => !known.has(item)));
}

function without(items: Items, left: ReadonlySet<number>): Items {
  return items.filter((item) => !left.has(item));
}

function equal(one: Items, other: Items): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
