import { SharedEntry } from "../../model/values/shared-entry.ts";
import {
  entryOf,
  type ListValue,
  type MapEntry,
  type MapValue,
  type ScalarValue,
  type SetValue,
} from "../../model/values/value.ts";
import type { FollowedValue } from "./followed.ts";
import { asRaw, type PartialEntry, type PartialValue } from "./partial-value.ts";

/** Whether a cell is a resolved value already, as most are. */
export function isFollowed(cell: PartialValue): cell is ScalarValue | SetValue | ListValue | MapValue {
  return cell.kind === "scalar" || cell.kind === "set" || ((cell.kind === "list" || cell.kind === "map") && cell.plain);
}

/** As {@link isFollowed}, of what stands under a key. */
export function isFollowedEntry(entry: PartialEntry): entry is MapEntry {
  return entry instanceof SharedEntry ? entry.isSettled : isFollowed(entry.value);
}

/** What stands under a key of a map, or in a list at an index unless the path ends there. */
export function childOf(shape: FollowedValue, key: string, isLast: boolean): PartialValue | undefined {
  switch (shape.kind) {
    case "merged-map":
      return shape.entries.get(key)?.value;
    case "map":
      return entryOf(shape, key)?.value;
    case "raw": {
      const value = entryOf(shape.map, key)?.value;
      return value === undefined ? undefined : asRaw(value);
    }
    case "list": {
      const item = isLast || !/^\s*[+-]?\d+\s*$/.test(key) ? undefined : shape.items.at(Number(key));
      return item === undefined ? undefined : asRaw(item);
    }
    case "scalar":
    case "set":
      return undefined;
  }
}
