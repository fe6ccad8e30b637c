import type { Step } from "../../model/inventory/inventory.ts";
import { work } from "../../speed/work.ts";
import { type MergeContext, mergeInto } from "./parameters.ts";
import { type MergedMap, NOWHERE } from "./partial-value.ts";
import { mergeProperties } from "./properties.ts";
import { fillGaps } from "./ruled.ts";

export type MergedStep = Pick<Step, "parameters" | "exports" | "modes">;

/**
 * Merges one section of steps, weakest first, without references: parameters by rules M1 to M9, properties by P1 to P4.
 * Where a reference, a prefix or a change of kind decides the result, the contributions are kept as pending. The result
 * belongs to the caller; the mappings of the steps are not changed.
 */
export function mergeSteps(
  steps: Iterable<MergedStep>,
  section: "parameters" | "exports",
  context: MergeContext,
): MergedMap {
  let root: MergedMap | undefined;
  let layer = 0;
  const rules = context.rules?.next(section);
  const own = { ...context, rules };
  for (const step of steps) {
    const map = step[section];
    work.merges += 1;
    root ??= { kind: "merged-map", entries: new Map(), origin: map.origin };
    const ofLayer = own.watch === undefined ? own : { ...own, watch: { ...own.watch, layer } };
    if (section === "parameters" && step.modes !== undefined)
      mergeProperties(root, map, { modes: step.modes, context: ofLayer });
    else mergeInto(root, map, ofLayer);
    layer += 1;
  }
  root ??= { kind: "merged-map", entries: new Map(), origin: NOWHERE };
  if (rules !== undefined) fillGaps(root, rules);
  return root;
}
