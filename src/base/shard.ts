/** One of `of` shards of the nodes; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** A share of one run: `run` is a digest of all that the answer for all nodes depends on. */
export interface ShareOfRun extends Shard {
  readonly run: string;
}

/** Whether a name belongs to a shard: by its FNV-1a hash in UTF-8, which is the same on every machine. */
export function isInShard(name: string, shard: Shard): boolean {
  return isKeyInShard(nameKey(encoder.encode(name)), shard);
}

/** The names in a share; all names without one. */
export function namesInShard(names: readonly string[], shard: Shard | undefined): readonly string[] {
  return shard === undefined ? names : names.filter((name) => isInShard(name, shard));
}

/** As {@link isInShard}, by the key of the name. */
export function isKeyInShard(key: number, { index, of }: Shard): boolean {
  return Math.floor(key / REST) % of === index - 1;
}

const encoder = new TextEncoder();

const REST_BITS = 21;
const REST = 2 ** REST_BITS;

/**
 * The key of a name in UTF-8: its 32-bit FNV-1a hash, and behind it 21 bits of another one. Equal names have equal keys;
 * of a million names two have hardly ever the same.
 */
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
