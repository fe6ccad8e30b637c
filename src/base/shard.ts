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
export function isInShard(name: string, { index, of }: Shard): boolean {
  return hash(name) % of === index - 1;
}

const encoder = new TextEncoder();

function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const byte of encoder.encode(text)) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum >>> 0;
}
