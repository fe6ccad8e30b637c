/** How much the cache keeps. The reasons are in docs/cache.md, under "Limits". */
interface Limits {
  /** Bytes of parsed files on disk; beyond that the oldest packs are deleted. */
  readonly parsedFiles: number;
  /** Bytes of outputs, dependencies and findings on disk; beyond that the oldest packs are deleted. */
  readonly outputs: number;
  /** Bytes of one output: writing a larger one would take longer than making it again. */
  readonly output: number;
  /** Bytes of outputs in memory before they are written to a pack. */
  readonly unwritten: number;
  /** Packs in a folder before the smaller half is joined. */
  readonly packs: number;
  /** Trees that hooks checked. */
  readonly checkedTrees: number;
}

export const LIMITS: Limits = {
  parsedFiles: 256_000_000,
  outputs: 256_000_000,
  output: 64_000_000,
  unwritten: 32_000_000,
  packs: 8,
  checkedTrees: 500,
};
