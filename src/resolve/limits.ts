import { type Diagnostic, finding } from "../model/findings/diagnostic.ts";
import type { MapEntry, Span, Value } from "../model/values/value.ts";
import { kept } from "../speed/kept.ts";

/** The longest chain of references that is followed: rule R8. reclass itself stops near 490. */
export const MAX_CHAIN = 100_000;

/** The most values that are resolved each inside another one: the levels of a file and those that references add. */
export const MAX_NESTED = 1200;

/** The longest chain of properties that a text of a directive needs: rule D6. */
export const MAX_EXPANSION = 500;

/** The most work that references may bring about on one node, in characters: rule R8. */
export const MAX_WORK = 32_000_000;

/**
 * What the next reading of a node may take, where one node is read again and again. It is halved each time that a
 * reading exceeds it, so that all of them together take little more than one.
 */
export class WorkAllowance {
  work: number = MAX_WORK;

  exceeded(): void {
    this.work = Math.max(this.work / 2, MAX_WORK / 64);
  }
}

/** The work of a value that is merged onto another one, copied, or brought in. */
export const STEP = 16;

/** How large a resolved value is, in characters; a value counts as {@link STEP}. A part that occurs several times counts each time. */
export function sizeOf(value: Value): number {
  if (value.kind === "scalar") return STEP + (typeof value.data === "string" ? value.data.length : 0);
  if (value.kind !== "list" && value.kind !== "map") return STEP;
  return value.kind === "list" ? sizeOfItems(value.items) : sizeOfEntries(value.entries);
}

const sizeOfItems = kept("shared", (items: readonly Value[]) => {
  return items.reduce((size, item) => size + sizeOf(item), STEP);
});
const sizeOfEntries = kept("shared", (entries: readonly MapEntry[]) => {
  return entries.reduce((size, { key, value }) => size + key.length + sizeOf(value), STEP);
});

/** A limit of rule R8 is exceeded. */
export function limitFault(message: string, origin: Span): Diagnostic {
  return finding("reference-limit", origin, message);
}
