import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ReportedOutcome } from "../../model/inventory/resolved.ts";
import { maskFindings } from "../../model/secrets/mask.ts";
import type { SecretsOptions } from "../../model/secrets/masked.ts";
import { resolveWalked, type WalkedNode, walkNode } from "../../resolve/node.ts";
import { secretsOf } from "./visible-secrets.ts";

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
