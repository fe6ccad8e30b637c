import type { Inventory } from "../../model/inventory/inventory.ts";
import { readsOf } from "../../resolve/node.ts";
import { hasError } from "./outcome.ts";

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
