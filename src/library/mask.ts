import { HeirError } from "../model/findings/failure.ts";
import { maskedInventory, maskedResult } from "./node-result.ts";
import type { NodeResult, PlainInventory } from "./types.ts";

/**
 * A copy of a result with the text `(secret)` in the place of each secret, also in what its functions return. A node that
 * does not resolve has no values. Throws HeirError for anything else than a result of `resolve`, `resolveAll` or
 * `inventory`.
 */
export function mask(result: NodeResult): NodeResult;
export function mask(result: PlainInventory): PlainInventory;
export function mask(result: NodeResult | PlainInventory): NodeResult | PlainInventory {
  if ("ok" in result && !result.ok) return result;
  const masked = "ok" in result ? maskedResult(result) : maskedInventory(result);
  if (masked !== undefined) return masked;
  throw new HeirError("usage", "mask takes a result of resolve, resolveAll or inventory, not a copy of one");
}
