import { MERGE_MODES } from "../../model/inventory/merge-mode.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { contributionOf, type WrittenContribution } from "./contributions.ts";
import type { CauseSide } from "./side.ts";

/**
 * The contribution from which a scalar comes. It is found by the scalar's origin, without the other layers. Undefined
 * if the scalar may come from several.
 */
export function winnerOf(
  side: CauseSide,
  path: ParameterPath,
  value: Value | undefined,
): WrittenContribution | undefined {
  if (value?.kind !== "scalar") return undefined;
  const { origin } = value;
  for (const step of side.node.steps) {
    if (step.layer === "automatic" || step.parameters.origin.file !== origin.file) continue;
    const found = contributionOf(step, path, side.inventory.settings);
    if (found === undefined || found.depth !== path.length - 1 || found.value.origin !== origin) continue;
    return found.mode === undefined || !MERGE_MODES[found.mode.text].keepsBelow ? found : undefined;
  }
  return undefined;
}
