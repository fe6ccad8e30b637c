import type { Value } from "../../model/values/value.ts";

/** Longest chain of references and nested containers that is followed; reclass itself stops near 490. */
export const MAX_CHAIN = 500;

/** Largest number of values that one reference may stand for. */
export const MAX_EXPANDED = 2_000_000;

const MAX_TEXT = 32_000_000;

/** Whether a text made from references is still of a size that is worth having. */
export function isWithinText(text: string): boolean {
  return text.length <= MAX_TEXT;
}

const sizes = new WeakMap<Value, number>();

/** How many values a resolved value holds when shared parts are counted each time they occur. */
export function expandedSize(value: Value): number {
  if (value.kind !== "list" && value.kind !== "map") return 1;
  let size = sizes.get(value);
  if (size === undefined) {
    size = 1;
    if (value.kind === "list") for (const item of value.items) size += expandedSize(item);
    else for (const entry of value.entries) size += expandedSize(entry.value);
    sizes.set(value, size);
  }
  return size;
}
