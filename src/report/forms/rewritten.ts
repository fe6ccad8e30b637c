import { type MapEntry, type ScalarValue, textValue, type Value } from "../../model/values/value.ts";

/** A scalar that is text. */
export type TextScalar = ScalarValue & { readonly data: string };

/** What to put in the place of texts and keys; both may return what they were given. */
export interface Rewriting {
  text(text: TextScalar): Value;
  key(key: string): string;
}

/**
 * A resolved value with other texts and keys, at any depth; parts in which nothing differs stay the same objects.
 * A set in which something differs becomes a list.
 */
export function rewritten(value: Value, by: Rewriting): Value {
  switch (value.kind) {
    case "scalar":
      return isText(value) ? by.text(value) : value;
    case "list": {
      const items = value.items.map((item) => rewritten(item, by));
      return items.every((item, index) => item === value.items[index]) ? value : { ...value, items };
    }
    case "map": {
      const entries = value.entries.map((entry) => rewrittenEntry(entry, by));
      return entries.every((entry, index) => entry === value.entries[index]) ? value : { ...value, entries };
    }
    case "set": {
      const items = value.items.map((item) => rewritten(item, by));
      if (items.every((item, index) => item === value.items[index])) return value;
      return { kind: "list", items, origin: value.origin, plain: true };
    }
    case "template":
      return value;
  }
}

function rewrittenEntry(entry: MapEntry, by: Rewriting): MapEntry {
  const key = isText(entry.keyNode) ? by.key(entry.key) : entry.key;
  const value = rewritten(entry.value, by);
  if (key === entry.key && value === entry.value) return entry;
  return { key, keyNode: key === entry.key ? entry.keyNode : textValue(key, entry.keyNode.origin), value };
}

function isText(scalar: ScalarValue): scalar is TextScalar {
  return scalar.type === "text" && typeof scalar.data === "string";
}
