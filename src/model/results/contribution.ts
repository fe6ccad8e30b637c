import type { Step } from "../inventory/resolved.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";
import type { ContributionAction } from "./contribution-action.ts";
import type { WrittenValue } from "./impact.ts";

/** The verb of each action in the output of `explain`. */
export const ACTION_VERBS: Readonly<Record<ContributionAction, string>> = {
  set: "sets",
  merged: "merges",
  appended: "appends",
  prepended: "prepends",
  replaced: "replaces",
  removed: "removes",
  constant: "sets, constant",
  hidden: "passed over",
  failed: "does not fit",
};

/** What one layer does to one value of a node. */
export interface Contribution {
  readonly step: Step;
  /** The position of the step among those of its node, counted from 1, weakest first. */
  readonly position: number;
  readonly action: ContributionAction;
  /** Whether the result contains the value below too: mappings were merged, lists or texts joined. */
  readonly keepsBelow: boolean;
  /** As written: references are not filled in. */
  readonly value: Value;
  /** Its path from the node object on: above the requested path if it came with a whole mapping. */
  readonly path: ParameterPath;
}

/**
 * The contributions that a value consists of: from the strongest down to the one that replaces all before it. None if
 * the value was removed or fails.
 */
export function countingOf<C extends Contribution>(contributions: readonly C[]): ReadonlySet<C> {
  const counting = new Set<C>();
  if (contributions.some(({ action }) => action === "failed")) return counting;
  for (const contribution of contributions.toReversed()) {
    if (contribution.action === "hidden") continue;
    if (contribution.action === "removed") break;
    counting.add(contribution);
    if (!contribution.keepsBelow) break;
  }
  return counting;
}

/** The contribution that replaced those that do not count, or removed the value. */
export function replacing<C extends Contribution>(contributions: readonly C[]): C | undefined {
  const base = [...countingOf(contributions)].at(-1);
  return base ?? contributions.findLast(({ action }) => action === "removed");
}

/** Whether a contribution is a value that a file writes. */
export function isOf({ value, path }: Contribution, written: Pick<WrittenValue, "value" | "path">): boolean {
  return value.origin === written.value.origin && path.length === written.path.length;
}
