import { writtenPathOf } from "../../inspect/uses/written-values.ts";
import { type Diagnostic, findingSpans } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";

/** The values that a finding is about: the one that it names, else those that are written at its places; empty if none. */
export function pathsOfFinding(finding: Diagnostic, inventory: Inventory): readonly ParameterPath[] {
  if (finding.path !== undefined) return [finding.path.map(String)];
  return findingSpans(finding).flatMap((place) => {
    const written = writtenPathOf(inventory, place);
    return written === undefined ? [] : [written];
  });
}
