import type { MergeAction } from "../inventory/merge-mode.ts";
import type { Step } from "../inventory/resolved.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";

/**
 * What a layer does to a value when it is laid over the result of the layers below it:
 *
 * - `set`: it gives the value first;
 * - `merged`: it merges a mapping with the mapping below, key by key;
 * - `appended`: it adds a list or text behind the one below;
 * - `prepended`: it adds a list or text in front of the one below;
 * - `replaced`: it replaces the value below;
 * - `removed`: it replaces a mapping that held the value;
 * - `constant`: one of the first five, and no later layer may set the value;
 * - `hidden`: it is ignored, since a constant is below it or a later layer replaces it;
 * - `failed`: it cannot be merged with the value below; the node does not resolve.
 */
export type ContributionAction = "set" | MergeAction | "removed" | "constant" | "hidden" | "failed";

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
