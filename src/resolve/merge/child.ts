import type { ListValue, MapEntry, MapValue, ScalarValue, SetValue } from "../../model/values/value.ts";
import { entryOf, SharedEntry } from "../../model/values/value.ts";
import type { FollowedValue } from "./followed.ts";
import { asRaw, type PartialEntry, type PartialValue } from "./partial-value.ts";

/** Whether a value is resolved already. Nearly all are. */
export function isResolved(value: PartialValue): value is ScalarValue | SetValue | ListValue | MapValue {
  const { kind } = value;
  return kind === "scalar" || kind === "set" || ((kind === "list" || kind === "map") && value.plain);
}

/** As {@link isResolved}, for the value of a key. */
export function isResolvedEntry(entry: PartialEntry): entry is MapEntry {
  return entry instanceof SharedEntry ? entry.isResolved : isResolved(entry.value);
}

/** The value at a key of a mapping or an index of a list (rule R6). The last key of a path cannot be an index. */
export function childOf(value: FollowedValue, key: string, isLast: boolean): PartialValue | undefined {
  switch (value.kind) {
    case "merged-map":
      return value.entries.get(key)?.value;
    case "map":
      return entryOf(value, key)?.value;
    case "raw": {
      const child = entryOf(value.map, key)?.value;
      return child === undefined ? undefined : asRaw(child);
    }
    case "list": {
      const item = isLast || !/^\s*[+-]?\d+\s*$/.test(key) ? undefined : value.items.at(Number(key));
      return item === undefined ? undefined : asRaw(item);
    }
    case "scalar":
    case "set":
      return undefined;
  }
}
