import { compareText } from "../../base/text-order.ts";
import type { Change, ItemEdit } from "../../model/results/change.ts";
import { keyText, uniqueEntries } from "../../model/values/entries.ts";
import { isMap, type MapValue, type Value } from "../../model/values/value.ts";
import { Identities } from "../identity.ts";
import { listEdits } from "./list-match.ts";

export interface ValueOptions {
  /** Also report values that are equal but come from a definition in another file. */
  readonly moved?: boolean;
  /** Shared by all calls that belong to one comparison. */
  readonly identities?: Identities;
}

/** Items are compared up to this many lists in one another: a list in more is one change with its whole value. */
const MOST_LISTS = 50;

/**
 * The differences between two values, sorted by path.
 *
 * Mappings are compared key by key, down to the leaves. A key that is new or gone is one change with all that is below
 * it; lists and scalars are one change with their whole values, and so is a change of kind. Equality is that of {@link
 * Identities}. Never fails.
 */
export function valueChanges(
  before: Value,
  after: Value,
  path: readonly string[],
  options: ValueOptions = {},
): readonly Change[] {
  const { moved = false, identities = new Identities() } = options;
  return changesOf({ before, after }, path, { moved, identities, inLists: 0 });
}

/** The edits that turn one list into another, as {@link valueChanges} has them; none if a side is no list. */
export function listItemEdits(before: Value, after: Value, identities: Identities): readonly ItemEdit[] {
  return itemEdits(before, after, { identities, inLists: 0 });
}

function changesOf(sides: Sides, path: readonly string[], walk: Omit<Walk, "found">): readonly Change[] {
  const found: Change[] = [];
  compareValues(sides, path, { ...walk, found });
  return found;
}

interface Walk {
  readonly moved: boolean;
  readonly identities: Identities;
  /** How many lists the values are in. */
  readonly inLists: number;
  readonly found: Change[];
}

interface Sides {
  readonly before: Value;
  readonly after: Value;
}

function compareValues(sides: Sides, path: readonly string[], walk: Walk): void {
  const { before, after } = sides;
  if (before === after) return;
  if (isMap(before) && isMap(after) && (before.entries.length > 0 || after.entries.length > 0)) {
    compareMaps(before, after, { path, walk });
  } else if (!walk.identities.same(before, after)) {
    walk.found.push({ kind: "changed", path, before, after, items: itemEdits(before, after, walk) });
  } else if (walk.moved && !sameDefinitions(before, after)) {
    walk.found.push({ kind: "moved", path, before, after });
  }
}

function itemEdits(
  before: Value,
  after: Value,
  { identities, inLists }: Pick<Walk, "identities" | "inLists">,
): readonly ItemEdit[] {
  if (before.kind !== "list" || after.kind !== "list" || inLists === MOST_LISTS) return [];
  return listEdits(before.items, after.items, {
    identities,
    inside: (old, now) =>
      changesOf({ before: old, after: now }, [], { moved: false, identities, inLists: inLists + 1 }),
  });
}

function compareMaps(before: MapValue, after: MapValue, at: { path: readonly string[]; walk: Walk }): void {
  const pairs = differingPairs(before, after);
  pairs.sort((left, right) => compareText(left.key, right.key));
  for (const pair of pairs) {
    const path = [...at.path, pair.key];
    const { before: old, after: now } = pair;
    if (old !== undefined && now !== undefined) compareValues({ before: old, after: now }, path, at.walk);
    else if (old !== undefined) at.walk.found.push({ kind: "removed", path, before: old });
    else if (now !== undefined) at.walk.found.push({ kind: "added", path, after: now });
  }
}

/** The values of one key on each side. */
interface Pair {
  readonly key: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** Keys whose values are not one object on both sides. */
function differingPairs(before: MapValue, after: MapValue): Pair[] {
  const pairs: Pair[] = [];
  const unseen = new Map(uniqueEntries(after).map((entry) => [keyText(entry), entry.value]));
  for (const entry of uniqueEntries(before)) {
    const key = keyText(entry);
    const counterpart = unseen.get(key);
    unseen.delete(key);
    if (counterpart !== entry.value) pairs.push({ key, before: entry.value, after: counterpart });
  }
  for (const [key, value] of unseen) pairs.push({ key, before: undefined, after: value });
  return pairs;
}

/**
 * The files that define a value itself: the file of its text and, behind a reference, that of its target. Lines do not
 * count: a line added above a definition does not make it another one.
 */
export function definingFiles(value: Value): string {
  const target = value.kind === "template" ? undefined : value.via?.target;
  return target === undefined ? value.origin.file.path : `${value.origin.file.path}\n${target.file.path}`;
}

/** Whether equal values also come from the same files, everywhere below. */
export function sameDefinitions(left: Value, right: Value): boolean {
  if (left === right) return true;
  if (isMap(left) && isMap(right) && left.entries.length > 0) return sameEntries(left, right);
  if (definingFiles(left) !== definingFiles(right)) return false;
  if (left.kind !== "list" || right.kind !== "list") return true;
  return left.items.every((item, index) => {
    const counterpart = right.items[index];
    return counterpart !== undefined && sameDefinitions(item, counterpart);
  });
}

/** The origin of a map means little: many files may add to it. Only its entries count. */
function sameEntries(left: MapValue, right: MapValue): boolean {
  const others = new Map(uniqueEntries(right).map((entry) => [keyText(entry), entry.value]));
  return uniqueEntries(left).every((entry) => {
    const counterpart = others.get(keyText(entry));
    return counterpart !== undefined && sameDefinitions(entry.value, counterpart);
  });
}
