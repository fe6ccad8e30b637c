import { keyText, type MapEntry, type ScalarValue, type Value } from "../../model/values/value.ts";

/** Whether Python's `==` holds two values equal: `1 == 1.0 == True`, `"1" != 1`, lists and mappings deeply. */
export function pythonEqual(left: Value, right: Value): boolean {
  if (left.kind === "scalar" && right.kind === "scalar") return scalarEqual(left, right);
  if (left.kind === "list" && right.kind === "list") {
    const { items } = right;
    return left.items.length === items.length && left.items.every((item, at) => pythonEqual(item, items[at] ?? item));
  }
  if (left.kind === "map" && right.kind === "map") return sameEntries(left.entries, right.entries);
  if (left.kind === "set" && right.kind === "set") {
    const isIn = (item: ScalarValue): boolean => right.items.some((other) => scalarEqual(other, item));
    return left.items.length === right.items.length && left.items.every(isIn);
  }
  return false;
}

function scalarEqual(left: ScalarValue, right: ScalarValue): boolean {
  const [one, other] = [numberOf(left), numberOf(right)];
  if (one === undefined || other === undefined) return left.type === right.type && left.data === right.data;
  if (typeof one === typeof other) return one === other;
  const [exact, rounded] = typeof one === "bigint" ? [one, other] : [other, one];
  return Number.isInteger(rounded) && BigInt(rounded) === exact;
}

/** Numbers and truth values share one order in Python. */
function numberOf({ data }: ScalarValue): number | bigint | undefined {
  if (typeof data === "boolean") return data ? 1 : 0;
  return typeof data === "number" || typeof data === "bigint" ? data : undefined;
}

function sameEntries(left: readonly MapEntry[], right: readonly MapEntry[]): boolean {
  if (left.length !== right.length) return false;
  const byKey = new Map(right.map((entry) => [keyText(entry), entry.value]));
  return left.every((entry) => {
    const other = byKey.get(keyText(entry));
    return other !== undefined && pythonEqual(entry.value, other);
  });
}
