import { keyText, uniqueEntries } from "../../model/values/entries.ts";
import { isMap, type MapValue, type Value } from "../../model/values/value.ts";

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
