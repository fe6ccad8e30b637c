/** How much the cache keeps. The reasons are in docs/cache.md, under "Limits". */
export const LIMITS = {
  /** Bytes of parsed files on disk; beyond that the oldest packs are deleted. */
  parsedFiles: 256_000_000,
  /** Bytes of outputs, dependencies and findings on disk; beyond that the oldest packs are deleted. */
  outputs: 256_000_000,
  /** Bytes of outputs in memory before they are written to a pack. */
  unwritten: 32_000_000,
  /** Packs in a folder before the smaller half is joined. */
  packs: 8,
  checkedTrees: 500,
} as const;
