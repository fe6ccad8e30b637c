import type { Inventory, Step } from "../../model/inventory/inventory.ts";
import type { TemplateValue } from "../../model/values/value.ts";
import type { WorkAllowance } from "../limits.ts";
import { interpolated } from "../merge/merge.ts";

/**
 * A class name with its references filled in from the given steps; undefined if that cannot be done. The merged and
 * resolved value is used; reclass 1.7 does not resolve it. `usesDefault` if a reference has no target, but a default.
 */
export function nameText(
  template: TemplateValue,
  steps: readonly Step[],
  { inventory, allowance }: { readonly inventory: Inventory; readonly allowance: WorkAllowance },
): { readonly text: string; readonly usesDefault: boolean } | undefined {
  const interpolation = interpolated(steps, inventory, { allowance });
  const text = interpolation.text(template);
  const isFaulty = interpolation.faults.some(({ diagnostic }) => diagnostic.severity === "error");
  return isFaulty || text === undefined ? undefined : { text, usesDefault: interpolation.usesDefault };
}
