import { scalarJson } from "../../encoding/json.ts";
import type { Change, ItemEdit } from "../../model/results/change.ts";
import { isMap, type MapValue, type Value } from "../../model/values/value.ts";
import { mapEntries, mapMember } from "../../model/values/value-at.ts";
import type { Identities } from "../identity.ts";
import { equalPlaces, longestRun } from "../three-way/sequences.ts";

interface ItemPair {
  readonly oldIndex: number;
  readonly newIndex: number;
  readonly before: Value;
  readonly after: Value;
  /** The identifying key by which two maps were matched. */
  readonly key?: string;
}

/** Keys that identify an item of a list, the best first. */
const identifyingKeys = ["name", "id", "key", "uuid", "title", "label", "host", "hostname", "user", "username", "path"];

/**
 * Matches the items of one list with those of the other, in n log n.
 *
 * Maps are matched by the first identifying key that has a scalar value in every map of both lists, each value once in
 * a list. All else is matched by equality, equal ones in their order; then maps that share a key, and lists, by their
 * order between the matches found so far.
 *
 * `pairs` are sorted by old index, every item in at most one. `unmoved` are those that keep their order: all that keep
 * their index, and as many others as possible.
 */
function matchItems(before: readonly Value[], after: readonly Value[], identities: Identities) {
  const key = identifyingKey([before, after]);
  const sure = pairByLabel(before, after, (item) => labelOf(item, key, identities));
  const keyed = key === undefined ? sure : sure.map((pair) => (isMap(pair.before) ? { ...pair, key } : pair));
  const anchors = unmovedOf(keyed);
  const pairs = [...keyed, ...pairByPosition({ before, after, keyed: key !== undefined }, keyed, anchors)];
  pairs.sort((left, right) => left.oldIndex - right.oldIndex);
  return { pairs, unmoved: new Set(unmovedOf(besideFixed(pairs))) };
}

function identifyingKey(lists: readonly (readonly Value[])[]): string | undefined {
  const maps = lists.map((list) => list.filter(isMap));
  if (maps.every((list) => list.length === 0)) return undefined;
  return identifyingKeys.find((key) => maps.every((list) => identifies(key, list)));
}

function identifies(key: string, maps: readonly MapValue[]): boolean {
  const seen = new Set<string>();
  for (const map of maps) {
    const value = mapMember(map, key);
    if (value?.kind !== "scalar" || value.data === null) return false;
    seen.add(scalarJson(value));
  }
  return seen.size === maps.length;
}

/** Items with equal labels are treated as the same item. */
function labelOf(item: Value, key: string | undefined, identities: Identities): string {
  const value = key === undefined ? undefined : mapMember(item, key);
  return value === undefined ? `value ${identities.of(item)}` : `key ${identities.of(value)}`;
}

function pairByLabel(before: readonly Value[], after: readonly Value[], label: (item: Value) => string): ItemPair[] {
  return equalPlaces(before.map(label), after.map(label)).flatMap(([oldIndex, newIndex]): ItemPair[] => {
    const [item, counterpart] = [before[oldIndex], after[newIndex]];
    if (item === undefined || counterpart === undefined) return [];
    return [{ oldIndex, newIndex, before: item, after: counterpart }];
  });
}

function unmovedOf(pairs: readonly ItemPair[]): readonly ItemPair[] {
  const run = longestRun(pairs.map((pair) => pair.newIndex));
  return run.flatMap((position) => pairs[position] ?? []);
}

/** The pairs, sorted by old index, that lie on the same side of each item that keeps its index: these are never called moved. */
function besideFixed(pairs: readonly ItemPair[]): readonly ItemPair[] {
  const fixed = pairs.filter(({ oldIndex, newIndex }) => oldIndex === newIndex).map(({ oldIndex }) => oldIndex);
  let at = 0;
  return pairs.filter(({ oldIndex, newIndex }) => {
    while ((fixed[at] ?? Number.POSITIVE_INFINITY) < oldIndex) at += 1;
    const [before = -1, after = Number.POSITIVE_INFINITY] = [fixed[at - 1], fixed[at]];
    return oldIndex === newIndex || (before < newIndex && newIndex < after);
  });
}

interface Lists {
  readonly before: readonly Value[];
  readonly after: readonly Value[];
  /** Maps were matched by key: the remaining ones have no counterpart. */
  readonly keyed: boolean;
}

/** Pairs the remaining items between two neighbouring anchors, in order. */
function pairByPosition(lists: Lists, taken: readonly ItemPair[], anchors: readonly ItemPair[]): readonly ItemPair[] {
  const oldTaken = new Set(taken.map((pair) => pair.oldIndex));
  const newTaken = new Set(taken.map((pair) => pair.newIndex));
  const free = (list: readonly Value[], isTaken: ReadonlySet<number>, from: number, to: number) => {
    return list.slice(from, to).flatMap((item, at) => {
      const isFree = item.kind === "list" || (isMap(item) && !lists.keyed);
      return isFree && !isTaken.has(from + at) ? [{ index: from + at, item }] : [];
    });
  };
  const end = { oldIndex: lists.before.length, newIndex: lists.after.length };
  const found: ItemPair[] = [];
  let oldFrom = 0;
  let newFrom = 0;
  for (const anchor of [...anchors, end]) {
    const old = free(lists.before, oldTaken, oldFrom, anchor.oldIndex);
    const now = free(lists.after, newTaken, newFrom, anchor.newIndex);
    for (const [position, left] of old.entries()) {
      const right = now[position];
      if (right === undefined || !alike(left.item, right.item)) continue;
      found.push({ oldIndex: left.index, newIndex: right.index, before: left.item, after: right.item });
    }
    oldFrom = anchor.oldIndex + 1;
    newFrom = anchor.newIndex + 1;
  }
  return found;
}

function alike(left: Value, right: Value): boolean {
  if (left.kind === "list") return right.kind === "list";
  return mapEntries(left).some((entry) => mapMember(right, entry.key) !== undefined);
}

interface EditOptions {
  readonly identities: Identities;
  /** What changed inside two items that are the same item but not equal; paths start at the item. */
  readonly inside: (before: Value, after: Value) => readonly Change[];
}

/**
 * The edits that turn one list into another, as `applyEdits` reads them: removed items (by old index), then added,
 * moved or changed ones (by new index). Items not mentioned keep their order. {@link matchItems} decides which items
 * are the same, and which of them have not moved: all of them where the order of items does not count.
 */
export function listEdits(
  before: readonly Value[],
  after: readonly Value[],
  options: EditOptions,
): readonly ItemEdit[] {
  const { identities } = options;
  const { pairs, unmoved } = matchItems(before, after, identities);
  const kept = new Set(pairs.map((pair) => pair.oldIndex));
  const pairAt = new Map(pairs.map((pair) => [pair.newIndex, pair]));
  const edits: ItemEdit[] = [];
  for (const [oldIndex, item] of before.entries()) {
    if (!kept.has(oldIndex)) edits.push({ kind: "removed", oldIndex, before: item });
  }
  for (const [newIndex, item] of after.entries()) {
    const pair = pairAt.get(newIndex);
    const edit: ItemEdit | undefined =
      pair === undefined
        ? { kind: "added", newIndex, after: item }
        : pairEdit(pair, identities.isOrdered && !unmoved.has(pair), options);
    if (edit !== undefined) edits.push(edit);
  }
  return edits;
}

function pairEdit(pair: ItemPair, moved: boolean, options: EditOptions): ItemEdit | undefined {
  const { oldIndex, newIndex, before, after, key } = pair;
  if (options.identities.same(before, after)) {
    return moved ? { kind: "moved", oldIndex, newIndex, before, after } : undefined;
  }
  const changes = options.inside(before, after);
  return { kind: "changed", moved, key, oldIndex, newIndex, before, after, changes };
}
