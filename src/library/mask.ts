import { HeirError } from "../model/findings/failure.ts";
import { maskedResult } from "./node-result.ts";
import type { NodeResult } from "./types.ts";

/**
 * A copy of a result with the text `(secret)` in the place of each secret, also in what its functions return. A node that
 * does not resolve has no values. Throws HeirError for anything else than a result of `resolve` or `resolveAll`.
 */
export function mask(result: NodeResult): NodeResult {
  if (!result.ok) return result;
  const masked = maskedResult(result);
  if (masked !== undefined) return masked;
  throw new HeirError("usage", "mask takes a result of resolve or resolveAll, not a copy of one");
}
