import type { Inventory } from "../../model/inventory/inventory.ts";
import type { NodeOutcome } from "../../model/inventory/resolved.ts";
import { maskedDiagnostic } from "../../model/secrets/masked-diagnostic.ts";
import { resolveNode } from "../../resolve/node.ts";

/** Nodes of which so many of one state are kept take little memory. */
const MOST_KEPT = 500;

/** Nodes that were resolved to compare them, and are looked at once more. */
export class ResolvedBefore {
  private readonly known = new WeakMap<Inventory, Map<string, NodeOutcome>>();

  /** Resolves a node, and keeps it. Throws as `resolveNode` does. */
  resolve(inventory: Inventory, name: string): NodeOutcome {
    const outcome = resolveNode(inventory, name);
    const kept = this.known.get(inventory) ?? new Map<string, NodeOutcome>();
    this.known.set(inventory, kept);
    if (kept.size < MOST_KEPT) kept.set(name, outcome);
    return outcome;
  }

  /** A node as it was resolved before, which is not kept any longer; or resolved now. */
  take(inventory: Inventory, name: string): NodeOutcome {
    const kept = this.known.get(inventory);
    const outcome = kept?.get(name) ?? resolveNode(inventory, name);
    kept?.delete(name);
    return outcome;
  }
}

/** A node resolved, its faults told without secrets; kept in `keep`. Throws HeirError for a name that the inventory does not have. */
export function nodeOutcome(inventory: Inventory, name: string, keep?: ResolvedBefore): NodeOutcome {
  const outcome = keep === undefined ? resolveNode(inventory, name) : keep.resolve(inventory, name);
  const { diagnostics } = outcome;
  const { secrets } = inventory;
  if (secrets.paths.length === 0 || diagnostics.length === 0) return outcome;
  return { ...outcome, diagnostics: diagnostics.map((diagnostic) => maskedDiagnostic(diagnostic, secrets)) };
}

/** Whether the inventory as a whole cannot be read, so that no node of it resolves. */
export function hasError(inventory: Inventory): boolean {
  return inventory.diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
