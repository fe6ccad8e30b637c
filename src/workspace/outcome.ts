import type { Inventory } from "../model/inventory.ts";
import { maskedDiagnostic } from "../model/masked-diagnostic.ts";
import type { NodeOutcome } from "../model/resolved.ts";
import { resolveNode } from "../resolve/node.ts";

/** A node resolved, its faults told without secrets. Throws HeirError for a name that the inventory does not have. */
export function nodeOutcome(inventory: Inventory, name: string): NodeOutcome {
  const outcome = resolveNode(inventory, name);
  const { diagnostics } = outcome;
  const { secrets } = inventory;
  if (secrets.paths.length === 0 || diagnostics.length === 0) return outcome;
  return { ...outcome, diagnostics: diagnostics.map((diagnostic) => maskedDiagnostic(diagnostic, secrets)) };
}

/** Whether the inventory as a whole cannot be read, so that no node of it resolves. */
export function hasError(inventory: Inventory): boolean {
  return inventory.diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
