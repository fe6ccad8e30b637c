export type KeyTest = (key: number) => boolean;

/** The names that are meant; all without a test. */
export function namesWith(names: readonly string[], test: KeyTest | undefined): readonly string[] {
  return test === undefined ? names : names.filter((name) => test(keyOfName(name)));
}

/** As {@link nameKey}, of a name as text. */
export function keyOfName(name: string): number {
  return nameKey(encoder.encode(name));
}

const encoder = new TextEncoder();

const REST_BITS = 21;
const REST = 2 ** REST_BITS;

/** The key of a UTF-8 name: 32-bit FNV-1a, then 21 bits of another hash; two of a million names hardly ever collide. */
export function nameKey(bytes: Uint8Array, from = 0, to: number = bytes.length): number {
  let sum = 0x811c9dc5;
  let rest = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    sum = Math.imul(sum ^ byte, 0x01000193);
    rest = Math.imul(rest, 0x85ebca6b) + byte;
  }
  return (sum >>> 0) * REST + (rest >>> (32 - REST_BITS));
}

/** One of `of` shards of the nodes; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** The names of a shard: by their FNV-1a hashes in UTF-8, which are the same on every machine. */
export function namesOfShard({ index, of }: Shard): KeyTest {
  // A key begins with the hash.
  return (key) => Math.floor(key / REST) % of === index - 1;
}
