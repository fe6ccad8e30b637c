import type { FoldedChange, ItemEdit } from "../model/results/change.ts";
import { isOfNames, type ParameterPath } from "../model/values/parameter-path.ts";
import type { Value } from "../model/values/value.ts";

/** The changes of a comparison, divided: those that a claim does not allow, and those that it does. */
export interface SplitChanges {
  readonly beyond: readonly FoldedChange[];
  readonly allowed: readonly FoldedChange[];
}

/** Whether a claim allows a change of a node. */
export type ClaimTest = (change: FoldedChange["change"], node: string) => boolean;

/** Divides folded changes node by node. */
export function divided(changes: readonly FoldedChange[], isAllowed: ClaimTest): SplitChanges {
  const part = (wanted: boolean): readonly FoldedChange[] =>
    changes.flatMap((each) => {
      const nodes = each.nodes.filter((node) => isAllowed(each.change, node) === wanted);
      return nodes.length === 0 ? [] : [{ ...each, nodes }];
    });
  return { beyond: part(false), allowed: part(true) };
}

/** Whether all that a change touches is at or below a path. */
export function isOnlyAt(change: FoldedChange["change"], path: ParameterPath): boolean {
  if (isBelow(change.path, path)) return true;
  if (!isBelow(path, change.path)) return false;
  if (isOfNames(path) && change.kind === "changed") return change.items.every((item) => isName(item, path.slice(1)));
  // A mapping that came or went as a whole: it holds the path and nothing else.
  const value = change.kind === "added" ? change.after : change.kind === "removed" ? change.before : undefined;
  return value !== undefined && holdsOnly(value, path.slice(change.path.length));
}

/** Whether nothing differs but the order of classes: what it decides is among the values. */
export function isClassOrder({ path, ...change }: FoldedChange["change"]): boolean {
  return path[0] === "classes" && change.kind === "changed" && change.items.every(({ kind }) => kind === "moved");
}

function isBelow(path: ParameterPath, above: ParameterPath): boolean {
  return path.length >= above.length && above.every((key, index) => path[index] === key);
}

function holdsOnly(value: Value, [first, ...more]: ParameterPath): boolean {
  if (first === undefined) return true;
  if (value.kind !== "map" || value.entries.length !== 1) return false;
  const [entry] = value.entries;
  return entry?.key === first && holdsOnly(entry.value, more);
}

/** Whether a name, and no other, came into a list or left it. */
function isName(item: ItemEdit, [name, ...more]: ParameterPath): boolean {
  if (more.length > 0 || item.kind === "moved" || item.kind === "changed") return false;
  const value = item.kind === "added" ? item.after : item.before;
  return value.kind === "scalar" && value.data === name;
}
