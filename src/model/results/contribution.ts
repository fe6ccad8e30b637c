import type { Step } from "../inventory/resolved.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";

/**
 * What a layer does to a value when it is laid over what the layers below it have come to:
 *
 * - `set`: nothing was there, the value begins here;
 * - `merged`: a mapping, laid over a mapping key by key;
 * - `appended`: a list, put behind a list;
 * - `replaced`: it stands in the place of what was there;
 * - `removed`: what was there is gone, since a mapping that held it was replaced as a whole;
 * - `constant`: any of the first four, and written as a constant: nothing may follow;
 * - `hidden`: it is passed over, since a constant stands below or a later layer made it needless;
 * - `failed`: it cannot be laid over what was there; the node does not resolve.
 */
export type ContributionAction =
  | "set"
  | "merged"
  | "appended"
  | "replaced"
  | "removed"
  | "constant"
  | "hidden"
  | "failed";

/** What one layer says about one value of a node. */
export interface Contribution {
  readonly step: Step;
  /** Of the step among those of its node, counted from 1, weakest first. */
  readonly position: number;
  readonly action: ContributionAction;
  /** What stood there before counts as well: a mapping was merged, a list or text joined. */
  readonly joins: boolean;
  /** As written: references are not filled in. */
  readonly value: Value;
  /** Where it is written, from the node object on: above the value asked for when it came with a whole mapping. */
  readonly path: ParameterPath;
}
