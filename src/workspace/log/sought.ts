import type { NodeView } from "../../compare/changes/node-values.ts";
import { findsValue, type PathFilter } from "../../model/values/path-filter.ts";
import { nodeValue, shownParts } from "../../report/values/parts.ts";
import { isSelected } from "../../report/values/path-selection.ts";

/** The values that are asked for; all if absent. */
type Filters = readonly PathFilter[] | undefined;

/** Whether a node has a value that is asked for; one that does not resolve may have it. */
export function mayHave(view: NodeView | undefined, filters: Filters): boolean {
  if (filters === undefined || view === undefined) return true;
  const whole = nodeValue(view.node, shownParts);
  return filters.some((filter) => findsValue(filter, whole));
}

/** Whether an open question leaves out a value that is asked for. */
export function isOpenAt({ node }: NodeView, filters: Filters): boolean {
  return node.conflicts.some(({ paths }) => paths.some(({ path }) => isSelected(path, filters)));
}
