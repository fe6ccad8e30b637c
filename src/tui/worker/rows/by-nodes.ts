import type { FoldedChange } from "../../../model/results/change.ts";

/** Changes that the same nodes have. */
export interface ChangeBlock {
  readonly nodes: readonly string[];
  readonly changes: readonly FoldedChange[];
}

/**
 * Puts changes that the same nodes have into one block. Blocks with the most nodes come first; blocks with equally many
 * nodes are in the order of their first change. The order inside a block is kept.
 */
export function groupByNodes(changes: readonly FoldedChange[]): readonly ChangeBlock[] {
  const blocks = new Map<string, { nodes: readonly string[]; changes: FoldedChange[] }>();
  for (const change of changes) {
    const key = change.nodes.join("\n");
    const block = blocks.get(key);
    if (block === undefined) blocks.set(key, { nodes: change.nodes, changes: [change] });
    else block.changes.push(change);
  }
  return [...blocks.values()].sort((left, right) => right.nodes.length - left.nodes.length);
}
