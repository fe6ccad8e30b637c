import type { EffectKind } from "../../model/results/block.ts";
import type { Change, ItemEdit } from "../../model/results/change.ts";
import { isOfNames } from "../../model/values/parameter-path.ts";
import { isRetyped, type Value } from "../../model/values/value.ts";
import type { Identities } from "../identity.ts";

/**
 * A text that is equal for changes with the same delta: of scalars both values, of lists the items that were added,
 * removed, changed or moved, wherever they are; of lists of names those added and removed.
 */
export function deltaKey(change: Change, identities: Identities): string {
  switch (change.kind) {
    case "added":
      return `added ${identities.of(change.after)}`;
    case "removed":
      return `removed ${identities.of(change.before)}`;
    case "moved":
      return "moved";
    case "changed":
      return change.items.length === 0
        ? `${identities.of(change.before)} ${identities.of(change.after)}`
        : itemsKey(change, identities);
  }
}

function itemsKey({ path, items }: Extract<Change, { kind: "changed" }>, identities: Identities): string {
  const lone = items.filter((item) => item.kind === "added" || item.kind === "removed");
  const isNames = isOfNames(path) && lone.length > 0;
  return (isNames ? lone : items).map((item) => itemKey(item, identities)).join("; ");
}

function itemKey(item: ItemEdit, identities: Identities): string {
  switch (item.kind) {
    case "added":
      return `+ ${identities.of(item.after)}`;
    case "removed":
      return `- ${identities.of(item.before)}`;
    case "moved":
      return `> ${identities.of(item.after)}`;
    case "changed":
      return item.changes.length === 0
        ? `~ ${identities.of(item.before)} ${identities.of(item.after)}`
        : item.changes.map((each) => `${each.path.join(":")} ${deltaKey(each, identities)}`).join(", ");
  }
}

/** What a change does: as its kind, unless only the type or the order differs. */
export function effectKind(change: Change, identities: Identities): EffectKind {
  if (change.kind !== "changed") return change.kind;
  const { before, after } = change;
  if (isRetyped(before, after)) return "retyped";
  return isReordered(before, after, identities) ? "reordered" : "changed";
}

function isReordered(before: Value, after: Value, identities: Identities): boolean {
  if (before.kind !== "list" || after.kind !== "list") return false;
  const [old, now] = [before, after].map((list) => list.items.map((item) => identities.of(item)).sort((a, b) => a - b));
  return old?.length === now?.length && old?.every((item, at) => item === now?.[at]) === true;
}
