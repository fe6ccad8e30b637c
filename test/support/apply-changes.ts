import { InvariantError } from "../../src/model/findings/failure.ts";
import type { Change, ItemEdit } from "../../src/model/results/change.ts";
import {
  keyText,
  type MapEntry,
  type MapValue,
  textValue,
  uniqueEntries,
  type Value,
} from "../../src/model/values/value.ts";

/**
 * Applies changes to the old value they were computed from and returns the new one (the order of keys may differ).
 *
 * Lists are rebuilt from their item edits. Throws InvariantError for a change whose path the value does not have.
 */
export function applyChanges(tree: Value, changes: readonly Change[]): Value {
  let result = tree;
  for (const change of changes) result = applyAt(result, change.path, change);
  return result;
}

/** Applies item edits to the old list's items and returns the new list's items. */
function applyEdits(items: readonly Value[], edits: readonly ItemEdit[]): readonly Value[] {
  const mentioned = new Set<number>();
  const placed = new Map<number, Value>();
  for (const edit of edits) {
    if (edit.kind !== "added") mentioned.add(edit.oldIndex);
    if (edit.kind === "removed") continue;
    placed.set(edit.newIndex, edit.kind === "changed" ? applyChanges(edit.before, edit.changes) : edit.after);
  }
  const rest = items.filter((_, index) => !mentioned.has(index)).values();
  const length = items.length - mentioned.size + placed.size;
  return Array.from({ length }, (_, index) => {
    const item = placed.get(index) ?? rest.next().value;
    if (item === undefined) throw new InvariantError("item edits do not fit the list");
    return item;
  });
}

function applyAt(tree: Value, path: readonly string[], change: Change): Value {
  const [key, ...below] = path;
  if (key === undefined) return changed(tree, change);
  if (tree.kind !== "map") throw new InvariantError(`no mapping to change at ${change.path.join(":")}`);
  const entries = uniqueEntries(tree);
  const index = entries.findIndex((entry) => keyText(entry) === key);
  const entry = entries[index];
  if (below.length > 0 || change.kind === "changed" || change.kind === "moved") {
    if (entry === undefined) throw new InvariantError(`no key ${key} to change at ${change.path.join(":")}`);
    return withEntries(tree, entries.with(index, { ...entry, value: applyAt(entry.value, below, change) }));
  }
  if (change.kind === "removed") return withEntries(tree, entries.toSpliced(index, 1));
  return withEntries(tree, [...entries, { key, keyNode: textValue(key, change.after.origin), value: change.after }]);
}

function changed(before: Value, change: Change): Value {
  if (change.kind === "removed") throw new InvariantError("the top of a tree cannot be removed");
  if (change.kind !== "changed" || before.kind !== "list" || change.after.kind !== "list") return change.after;
  return { ...change.after, items: applyEdits(before.items, change.items) };
}

function withEntries(map: MapValue, entries: readonly MapEntry[]): MapValue {
  return { ...map, entries };
}
