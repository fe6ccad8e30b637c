/** A field of parsed JSON, below others; undefined where there is none. */
function fieldIn(data: unknown, keys: readonly string[]): unknown {
  let value = data;
  for (const key of keys) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return value;
}

/** A text in such a field; "" for anything else. */
export function textIn(data: unknown, ...keys: readonly string[]): string {
  const value = fieldIn(data, keys);
  return typeof value === "string" ? value : "";
}

/** A whole number in such a field; 0 for anything else. */
export function numberIn(data: unknown, ...keys: readonly string[]): number {
  const value = fieldIn(data, keys);
  return typeof value === "number" && Number.isSafeInteger(value) ? value : 0;
}
