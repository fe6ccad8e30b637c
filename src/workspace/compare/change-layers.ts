import { bothLayers, type LayersOf } from "../../compare/causes/both-layers.ts";
import type { Change, ItemEdit } from "../../model/results/change.ts";
import type { ExplainedContribution } from "../../model/results/explanation.ts";
import type { WhyLayer } from "../../model/results/why.ts";
import { isOfNames, type ParameterPath } from "../../model/values/parameter-path.ts";

/** Whether values at a path have layers: the whole node has none. */
export function isExplained([section]: ParameterPath): boolean {
  return section !== undefined;
}

/**
 * The layers of both sides behind a change, weakest first; of a list of names only what they do to the edited names.
 * Without `all`, layers without a contribution are left out. Never fails.
 */
export function changeLayers(
  change: Change,
  [old, now]: readonly [old: LayersOf, now: LayersOf],
  all = false,
): readonly WhyLayer[] {
  const layers = bothLayers(old, now, all).map((row) => editedNames(row, change));
  return all ? layers : layers.filter(hasContributions);
}

/** Reduces a list of names to the edited ones; the others are the same on both sides. */
function editedNames(row: WhyLayer, change: Change): WhyLayer {
  if (!isOfNames(change.path) || change.kind !== "changed") return row;
  const edited = new Set(change.items.map(editedName));
  const only = (side: WhyLayer["old"]): WhyLayer["old"] => {
    return side && { ...side, contributions: side.contributions.filter((each) => edited.has(mentioned(each))) };
  };
  return { ...row, old: only(row.old), new: only(row.new) };
}

function hasContributions(row: WhyLayer): boolean {
  return [row.old, row.new].some((side) => (side?.contributions.length ?? 0) > 0);
}

function mentioned({ value }: ExplainedContribution): string {
  return value.kind === "scalar" ? String(value.data).replace(/^~/, "") : "";
}

/** The name in a list of names that an edit is about. */
export function editedName(edit: ItemEdit): string {
  const value = edit.kind === "removed" ? edit.before : edit.after;
  return value.kind === "scalar" ? String(value.data) : "";
}
