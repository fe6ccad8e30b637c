import type { Abortable } from "../../model/inventory/snapshot.ts";
import { Pace, type PaceOptions } from "../load/progress.ts";
import type { Side } from "./side.ts";

/** How the files of nodes come into memory, and out of it. */
export interface NodeFileStore {
  /** Prefetches the files of some nodes and their classes, before they are resolved. */
  readonly prefetch?: (state: Side, names: readonly string[], options: Abortable) => Promise<void>;
  /** Drops the files of some nodes, which are read again if they are asked for; absent where that takes long. */
  readonly release?: (state: Side, names: readonly string[]) => void;
}

/** So many nodes are prefetched at once, where their files can be dropped again. */
const AT_ONCE = 256;

/** How many of some nodes are prefetched at once. */
export function nodesAtOnce({ release }: NodeFileStore, count: number): number {
  return release === undefined ? Math.max(1, count) : AT_ONCE;
}

interface PassOptions extends NodeFileStore, Abortable {
  /** The states that the nodes are read from. */
  readonly sides: readonly Side[];
}

/** Does the same for each of some nodes; throws the reason of the signal before any of them. */
export async function eachNode<T>(
  names: readonly string[],
  options: PassOptions & PaceOptions,
  work: (name: string) => T,
): Promise<readonly T[]> {
  const pace = new Pace(options, names.length);
  const made: T[] = [];
  for (const [index, name] of names.entries()) {
    await prefetchNext(names, index, options);
    await pace.step(index);
    made.push(work(name));
  }
  return made;
}

/** To be called before each of some nodes, by its index: prefetches the next ones. Throws the reason of the signal. */
export async function prefetchNext(
  names: readonly string[],
  index: number,
  { sides, ...options }: PassOptions,
): Promise<void> {
  const count = nodesAtOnce(options, names.length);
  if (index % count !== 0) return;
  for (const side of sides) await options.prefetch?.(side, names.slice(index, index + count), options);
}
