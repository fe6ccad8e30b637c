import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { Side } from "../load/outcome.ts";
import { Pace, type PaceOptions } from "../load/progress.ts";

/** How the files of nodes come into memory, and out of it. */
export interface NodeFileStore {
  /** Prefetches the files of some nodes and their classes, before they are resolved. */
  readonly prefetch?: (state: Side, names: readonly string[], options: Abortable) => Promise<unknown>;
  /** Drops the files of some nodes, which are read again if they are asked for; absent where that takes long. */
  readonly release?: ((state: Side, names: readonly string[]) => void) | undefined;
}

/** So many nodes are prefetched at once, where their files can be dropped again. */
const AT_ONCE = 256;

interface TurnOptions extends NodeFileStore, PaceOptions {
  readonly sides: readonly Side[];
  /** Whether a node need not be read. */
  readonly isKnown?: (name: string) => boolean;
}

/** Some nodes one after the other, the next ones prefetched. Throws the reason of the signal before any of them. */
export async function* nodesInTurn(
  names: readonly string[],
  { sides, isKnown = () => false, ...options }: TurnOptions,
): AsyncGenerator<string, void> {
  const pace = new Pace(options, names.length);
  const count = options.release === undefined ? Math.max(1, names.length) : AT_ONCE;
  for (const [index, name] of names.entries()) {
    const next = index % count === 0 ? names.slice(index, index + count).filter((each) => !isKnown(each)) : [];
    for (const side of next.length === 0 ? [] : sides) await options.prefetch?.(side, next, options);
    await pace.step(index);
    yield name;
  }
}
