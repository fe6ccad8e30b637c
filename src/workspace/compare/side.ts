import type { LoneNode } from "../../compare/changes/renames.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ReportedOutcome, ResolvedNode } from "../../model/inventory/resolved.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { hasError, nodeOutcome } from "../load/outcome.ts";

/** One side of a comparison. */
export interface Side {
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
}

/** What became of a node. */
export type Outcome = Pick<ReportedOutcome, "node" | "diagnostics"> & Partial<Pick<ReportedOutcome, "reads">>;

/** The same of a node that is on one side only. */
export interface LoneOutcome extends LoneNode, Outcome {
  readonly node: ResolvedNode | undefined;
}

export interface NodesAlone {
  readonly removed: readonly LoneOutcome[];
  readonly added: readonly LoneOutcome[];
}

/** A node that is on one side only, resolved. */
export function loneNode(name: string, side: Side): LoneOutcome {
  return { name, ...outcomeOf(side, name), file: side.inventory.node(name)?.file };
}

/** Whether a node resolves, without a conflict. */
export function isWhole({ node }: Pick<Outcome, "node">): boolean {
  return node !== undefined && node.conflicts.length === 0;
}

/** A node of one side, resolved; none resolves where the inventory cannot be read. */
export function outcomeOf({ inventory }: Side, name: string, options?: Parameters<typeof nodeOutcome>[2]): Outcome {
  if (hasError(inventory)) return { node: undefined, diagnostics: inventory.diagnostics };
  return nodeOutcome(inventory, name, options);
}
