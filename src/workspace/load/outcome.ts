import type { Inventory } from "../../model/inventory/inventory.ts";
import type { NodeOutcome, ReportedOutcome } from "../../model/inventory/resolved.ts";
import { maskFindings } from "../../model/secrets/mask.ts";
import type { SecretsOptions } from "../../model/secrets/masked.ts";
import { resolveNode, resolveWalked, type WalkedNode, walkNode } from "../../resolve/node.ts";
import { secretsOf } from "./visible-secrets.ts";

/** Keeping this many nodes of one state takes little memory. */
const MOST_KEPT = 500;

/** Nodes that were resolved for a comparison and will be used once more. */
export class ResolvedBefore {
  private readonly known = new WeakMap<Inventory, Map<string, NodeOutcome>>();

  /** Resolves a node that is not kept yet, and keeps the result. */
  resolve({ inventory, ...node }: WalkedNode): NodeOutcome {
    const { name } = node.definition;
    const known = this.known.get(inventory)?.get(name);
    if (known !== undefined) return known;
    const outcome = resolveWalked({ inventory, ...node });
    const kept = this.known.get(inventory) ?? new Map<string, NodeOutcome>();
    this.known.set(inventory, kept);
    if (kept.size < MOST_KEPT) kept.set(name, outcome);
    return outcome;
  }

  /** Returns the kept result of a node and drops it; resolves the node if there is none. */
  take(inventory: Inventory, name: string): NodeOutcome {
    const kept = this.known.get(inventory);
    const outcome = kept?.get(name) ?? resolveNode(inventory, name);
    kept?.delete(name);
    return outcome;
  }
}

interface OutcomeOptions extends SecretsOptions {
  /** Keeps the node for a later step that uses it once more. */
  readonly keep?: ResolvedBefore | undefined;
  /** The node as it was walked. */
  readonly walked?: WalkedNode | undefined;
}

/** A node resolved, its findings masked. Throws HeirError for a name that the inventory does not have. */
export function nodeOutcome(
  inventory: Inventory,
  name: string,
  { keep, secrets, walked = walkNode(inventory, name) }: OutcomeOptions = {},
): ReportedOutcome {
  const outcome = keep === undefined ? resolveWalked(walked) : keep.resolve(walked);
  return { ...outcome, diagnostics: maskFindings(outcome.diagnostics, secretsOf([inventory], secrets)) };
}

/** Whether the inventory as a whole cannot be read, so that no node of it resolves. */
export function hasError(inventory: Inventory): boolean {
  return inventory.diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
