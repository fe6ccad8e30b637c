import type { Change, ItemEdit } from "../../model/results/change.ts";
import type { Value } from "../../model/values/value.ts";
import type { Identities } from "../identity.ts";
import { type ItemPair, matchItems } from "./list-match.ts";

export interface EditOptions {
  readonly identities: Identities;
  /** What changed inside two items that are the same item but not equal; paths start at the item. */
  readonly inside: (before: Value, after: Value) => readonly Change[];
}

/**
 * The edits that turn one list into another: removed items (by old index), then added, moved or changed ones (by new
 * index). Items not mentioned keep their order; `applyEdits` turns the old list into the new one.
 *
 * {@link matchItems} decides which items are the same, and which of them have not moved: all of them where the order of
 * items does not count.
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
