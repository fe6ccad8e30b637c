/** Addresses stay as they are. */
const ADDRESSES: ReadonlySet<string> = new Set(["uri", "oldUri", "newUri", "targetUri"]);

/** A message with every text in it passed through a filter. */
export function cleaned<T>(value: T, clean: (text: string) => string): T;
export function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, clean));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => {
    return [name, ADDRESSES.has(name) ? item : cleaned(item, clean)] as const;
  });
  return Object.fromEntries(entries);
}
