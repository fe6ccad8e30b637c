import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ReportedOutcome } from "../../model/inventory/resolved.ts";
import { maskFindings } from "../../model/secrets/mask.ts";
import type { SecretsOptions } from "../../model/secrets/masked.ts";
import { readsOf, resolveWalked, type WalkedNode, walkNode } from "../../resolve/node.ts";
import { secretsOf } from "./node-value.ts";

interface OutcomeOptions extends SecretsOptions {
  /** The node as it was walked. */
  readonly walked?: WalkedNode | undefined;
}

/** A node resolved, its findings masked. Throws HeirError for a name that the inventory does not have. */
export function nodeOutcome(
  inventory: Inventory,
  name: string,
  { secrets, walked = walkNode(inventory, name) }: OutcomeOptions = {},
): ReportedOutcome {
  const outcome = resolveWalked(walked);
  return { ...outcome, diagnostics: maskFindings(outcome.diagnostics, secretsOf([inventory], secrets)) };
}

/** Whether the inventory as a whole cannot be read, so that no node of it resolves. */
export function hasError(inventory: Inventory): boolean {
  return inventory.diagnostics.some((diagnostic) => diagnostic.severity === "error");
}

/**
 * Reads what some nodes read where secrets are masked: the secrets in these files are then known, whichever of the nodes are
 * resolved, and in whatever order. Does nothing where a state has no secrets. Never fails for nodes that are not there.
 */
export function readSecrets(inventory: Inventory, names: Iterable<string>): void {
  if (inventory.secrets.paths.length === 0 || hasError(inventory)) return;
  for (const name of names) {
    if (inventory.node(name) === undefined) continue;
    readsOf(inventory, name);
    inventory.runtimeFiles(name);
  }
}
