import type { Change } from "../model/results/change.ts";
import type { Rename } from "../model/results/comparison.ts";
import type { Value } from "../model/values/value.ts";

/**
 * Whether the two sides of a change are equal but for a name: as text, as the key of a mapping, or in the order of a list,
 * since queries list nodes by name.
 */
export function isSameButName(change: Change, rename: Rename): boolean {
  if (change.kind === "changed") return form(change.before, rename) === form(change.after);
  return false;
}

/** A value as text, lists and keys sorted. */
function form(value: Value, rename?: Rename): string {
  const named = (text: string): string => (text === rename?.from ? rename.to : text);
  switch (value.kind) {
    case "list":
      return `[${value.items
        .map((item) => form(item, rename))
        .sort()
        .join()}]`;
    case "map":
      return `{${value.entries
        .map((entry) => `${JSON.stringify(named(entry.key))}:${form(entry.value, rename)}`)
        .sort()
        .join()}}`;
    case "set":
      return `<${value.items
        .map((item) => form(item, rename))
        .sort()
        .join()}>`;
    case "scalar":
      return `${value.type} ${typeof value.data === "string" ? JSON.stringify(named(value.data)) : String(value.data)}`;
    case "template":
      return `template ${value.text}`;
  }
}
