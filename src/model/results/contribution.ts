import type { Step } from "../inventory/resolved.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";
import type { ContributionAction } from "./contribution-action.ts";

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
