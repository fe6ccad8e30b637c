import type { Inventory, ResolvedNode } from "../../model/inventory/inventory.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { Value } from "../../model/values/value.ts";
import { hasError, shownValues, wholeNode } from "../load/outcome.ts";
import type { Workspace } from "../workspace.ts";

export interface PathSearchState {
  readonly snapshot: Snapshot;
  /** The nodes to search, the most likely first, which the state need not have; all of them when absent. */
  readonly names?: readonly string[];
}

/** Long work, step by step: reports progress, and stops if it is aborted. */
export interface Steps extends Abortable {
  step(done: number, total: number): Promise<void>;
}

export interface Searching {
  readonly workspace: Workspace;
  readonly steps: Steps;
}

/**
 * Nodes that resolve, as mappings of their parts; `shown` is without what must not be shown: messages name only these
 * keys. Files are read in batches that grow, as most searches end soon.
 */
export async function* resolvedNodes(
  { snapshot, names: asked }: PathSearchState,
  { workspace, steps }: Searching,
): AsyncGenerator<{ readonly whole: Value; shown(): Value }> {
  const { signal } = steps;
  const inventory = await workspace.load(snapshot, { scope: "names", signal });
  if (hasError(inventory)) return;
  const present = new Set(inventory.nodeNames);
  const names = asked?.filter((name) => present.has(name)) ?? inventory.nodeNames;
  for (let at = 0, size = 1; at < names.length; at += size, size = Math.min(size * 4, LARGEST_BATCH)) {
    const batch = names.slice(at, at + size);
    await workspace.load(snapshot, { nodes: batch, signal });
    for (const { node } of workspace.resolve(inventory, batch)) {
      if (node) yield { whole: wholeNode(inventory, node), shown: () => shownNode(node, inventory) };
    }
    await steps.step(Math.min(at + size, names.length), names.length);
  }
}

const LARGEST_BATCH = 256;

/** A node as a mapping of its parts, with its secrets masked. */
export function shownNode(node: ResolvedNode, inventory: Inventory): Value {
  return shownValues([inventory], "mask")(wholeNode(inventory, node), []);
}
