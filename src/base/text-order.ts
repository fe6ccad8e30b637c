/** Orders texts by code point, as Python's `sorted` and `LC_ALL=C sort` do; `<` would put U+1F600 before U+FF5E. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  const shorter = Math.min(left.length, right.length);
  for (let at = 0; at < shorter; at += 1) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return codePointRank(a) - codePointRank(b);
  }
  return left.length - right.length;
}

/** Sorts texts in place in the order of {@link compareText}; nearly always the native order is enough. */
export function sortTexts(texts: string[]): string[] {
  return texts.some((text) => SURROGATE.test(text)) ? texts.sort(compareText) : texts.sort();
}

const SURROGATE = /[\ud800-\udfff]/;

/** Orders lists of texts item by item; a list comes before longer ones that begin with it. */
export function compareTexts(left: readonly string[], right: readonly string[]): number {
  for (const [at, text] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    const order = compareText(text, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Moves surrogates above all other units, where their code points belong. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Orders texts as Java's `String.CASE_INSENSITIVE_ORDER`: UTF-16 units, no language or numbers (`100` before `50`). */
export function compareCaseless(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  for (let at = 0; at < shorter; at += 1) {
    const [a, b] = [left.charAt(at), right.charAt(at)];
    if (a !== b) {
      const order = caseless(a).charCodeAt(0) - caseless(b).charCodeAt(0);
      if (order !== 0) return order;
    }
  }
  return left.length - right.length;
}

/** A unit in upper, then lower case, so that letters with one upper case are equal; unchanged if that is longer. */
function caseless(unit: string): string {
  const upper = unit.toUpperCase();
  return (upper.length === 1 ? upper : unit).toLowerCase();
}

/** Items grouped by a key; keys and items stay in order. */
export function grouped<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}

/** What is found for each of some keys; a key without anything is left out. */
export function foundFor<Key, Found>(keys: Iterable<Key>, find: (key: Key) => Found | undefined): Map<Key, Found> {
  const found = new Map<Key, Found>();
  for (const key of keys) {
    const one = find(key);
    if (one !== undefined) found.set(key, one);
  }
  return found;
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

/** The same items in an array without spare room: one that grew item by item has room for up to 16 others. */
export function trimmed<T>(items: readonly T[]): readonly T[] {
  return items.slice();
}
