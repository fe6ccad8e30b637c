import { writtenPathOf } from "../../inspect/uses/written-path.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";

/** The values that a finding is about: the one that it names, else those that are written at its places; empty if none. */
export function pathsOfFinding({ path, span, related }: Diagnostic, inventory: Inventory): readonly ParameterPath[] {
  if (path !== undefined) return [path.map(String)];
  const places = [...(span === undefined ? [] : [span]), ...related.map((other) => other.span)];
  return places.flatMap((place) => {
    const written = writtenPathOf(inventory, place);
    return written === undefined ? [] : [written];
  });
}
