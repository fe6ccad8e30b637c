import { type MapEntry, type ScalarValue, sortedItems, uniqueEntries, type Value } from "../../model/values/value.ts";
import { withParts } from "../../model/values/value-at.ts";

/** The replacements of scalars and keys; both may return what they were given. */
export interface Rewriting {
  scalar(scalar: ScalarValue): Value;
  key(entry: MapEntry): ScalarValue;
}

/** A value with other scalars and keys, and lists for sets, at any depth; unchanged parts stay the same objects. */
export function rewritten(value: Value, by: Rewriting): Value {
  switch (value.kind) {
    case "scalar":
      return by.scalar(value);
    case "list":
      return withParts(value, (item) => rewritten(item, by));
    case "map": {
      const unique = uniqueEntries(value);
      const entries = unique.map((entry) => rewrittenEntry(entry, by));
      const isSame = unique.length === value.entries.length && entries.every((entry, index) => entry === unique[index]);
      return isSame ? value : { ...value, entries };
    }
    case "set": {
      const items = sortedItems(value).map((item) => by.scalar(item));
      return { kind: "list", items, origin: value.origin, plain: true };
    }
    case "template":
      return value;
  }
}

function rewrittenEntry(entry: MapEntry, by: Rewriting): MapEntry {
  const keyNode = by.key(entry);
  const value = rewritten(entry.value, by);
  if (keyNode === entry.keyNode && value === entry.value) return entry;
  return { key: keyNode === entry.keyNode ? entry.key : String(keyNode.data), keyNode, value };
}
