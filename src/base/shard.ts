import { hashIn, type KeyTest } from "./name-key.ts";

/** One of `of` shards of the nodes; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** The names of a shard: by their FNV-1a hashes in UTF-8, which are the same on every machine. */
export function namesOfShard({ index, of }: Shard): KeyTest {
  return (key) => hashIn(key) % of === index - 1;
}
