import type { ScalarValue, Value } from "../../model/values/value.ts";

/** Values that were found to be written as another one: many nodes have the same layers. */
const known = new WeakMap<Value, Value>();

/** Whether two values of definitions are the same but for their places, keys in the same sequence. */
export function isWrittenAlike(one: Value, other: Value): boolean {
  if (one === other || known.get(one) === other) return true;
  if (!isEqual(one, other)) return false;
  if (one.kind === "map") known.set(one, other);
  return true;
}

function isEqual(one: Value, other: Value): boolean {
  switch (one.kind) {
    case "scalar":
      return other.kind === "scalar" && isSameScalar(one, other);
    case "template":
      return other.kind === "template" && one.text === other.text;
    case "set":
      return other.kind === "set" && areAlike(one.items, other.items);
    case "list":
      return other.kind === "list" && one.tuple === other.tuple && areAlike(one.items, other.items);
    case "map":
      if (other.kind !== "map" || one.entries.length !== other.entries.length) return false;
      return one.entries.every(({ keyNode, value }, index) => {
        const entry = other.entries[index];
        return entry !== undefined && isSameScalar(keyNode, entry.keyNode) && isWrittenAlike(value, entry.value);
      });
  }
}

function areAlike(items: readonly Value[], others: readonly Value[]): boolean {
  return (
    items.length === others.length &&
    items.every((item, index) => {
      const other = others[index];
      return other !== undefined && isWrittenAlike(item, other);
    })
  );
}

export function isSameScalar(one: ScalarValue, other: ScalarValue): boolean {
  return one.type === other.type && Object.is(one.data, other.data);
}
