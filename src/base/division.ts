/** What one block of some work came to, or a part of it. */
export interface Part<Data> {
  /** Plain data: lists, maps, sets, objects and files, as `graphOf` takes it. */
  readonly data: Data;
  /** Text in UTF-8, in pieces, that is printed as it is. */
  readonly text?: readonly Uint8Array[];
}

/** Work in blocks, each of which another process can do. */
export interface Division<Data> {
  /** The number of blocks for so many processes; at least 1. */
  blocks(processes: number): number;
  /** Does one block. */
  parts(block: number, of: number): AsyncIterable<Part<Data>>;
  /** How many parts that nobody has asked for yet a process may hold; 4 when absent. */
  readonly ahead?: number;
}

/** Other processes that do the blocks of a division. */
export interface Workers {
  readonly count: number;
  /** The parts of all blocks, in the order of blocks. */
  divide<Data>(division: Division<Data>): AsyncIterable<Part<Data>>;
}

/**
 * The processes for work of this effort: nodes to resolve times layers of each (rule J2 in docs/scale.md). Undefined if
 * this process does it alone.
 */
export type AskWorkers = (effort: () => number | Promise<number>) => Promise<Workers | undefined>;

/** This many nodes are a block. */
export const BLOCK_NODES = 64;

/** A division of some nodes into blocks of neighbours. */
export function byNodes<Data>(
  names: readonly string[],
  part: (names: readonly string[]) => Promise<Part<Data>>,
): Division<Data> {
  return {
    blocks: () => Math.max(1, Math.ceil(names.length / BLOCK_NODES)),
    async *parts(block) {
      yield part(names.slice(block * BLOCK_NODES, (block + 1) * BLOCK_NODES));
    },
  };
}
