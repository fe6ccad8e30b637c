/** Items grouped by a key; keys and items stay in order. */
export function grouped<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}

/** Adds an item to those of a key, in place. */
export function addTo<Item, Key>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  if (groups.get(key)?.push(item) === undefined) groups.set(key, [item]);
}

/** Adds an item to those of a key, once, in place. */
export function addToSet<Item, Key>(groups: Map<Key, Set<Item>>, key: Key, item: Item): void {
  if (groups.get(key)?.add(item) === undefined) groups.set(key, new Set([item]));
}

/** The names of a record, in order. */
export function recordKeys<Of extends object>(record: Of): readonly Extract<keyof Of, string>[] {
  return Object.keys(record) as Extract<keyof Of, string>[];
}

/** Whether a record has a member of this name itself. */
export function hasKey<Of extends object>(record: Of, name: PropertyKey): name is keyof Of {
  return Object.hasOwn(record, name);
}
