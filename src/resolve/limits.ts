import type { Diagnostic } from "../model/findings/diagnostic.ts";
import { finding } from "../model/findings/finding.ts";
import type { Span } from "../model/values/origin.ts";
import type { Value } from "../model/values/value.ts";

/** The longest chain of references that is followed: rule R8. reclass itself stops near 490. */
export const MAX_CHAIN = 100_000;

/** The most values that are resolved each inside another one: the levels of a file and those that references add. */
export const MAX_NESTED = 1200;

/** The longest chain of properties that a text of a directive needs: rule D6. */
export const MAX_EXPANSION = 500;

/** The most calls of properties in defaults of one another: rule R8. */
export const MAX_INSIDE = 256;

/** The largest number of values that one reference may bring in. */
export const MAX_EXPANDED = 2_000_000;

const MAX_TEXT = 32_000_000;

/** Whether a text made from references is within its limit. */
export function isWithinText(text: string): boolean {
  return text.length <= MAX_TEXT;
}

const sizes = new WeakMap<Value, number>();

/** How many values a resolved value holds. A part that occurs several times counts each time. */
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

/** A limit of rule R8 is exceeded. */
export function limitFault(message: string, origin: Span): Diagnostic {
  return finding("reference-limit", origin, message);
}
