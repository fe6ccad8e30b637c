import { conflictAt } from "../../model/inventory/conflicts.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import { type Contribution, countingOf, replacing } from "../../model/results/contribution.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { valueAt } from "../../model/values/value-at.ts";

/** What becomes of a value that a layer of a node writes. */
export type Fate =
  /** It is in the result; `isJoined`: as a part of it. */
  | { readonly kind: "wins"; readonly isJoined: boolean }
  /** `by` replaced it; undefined if a conflict of groups leaves the value out. */
  | { readonly kind: "overridden"; readonly by: Contribution | undefined };

/**
 * What becomes of the first of some contributions to the value at a path of a resolved node that is meant; undefined if none is.
 * The contributions are those that the merge reported.
 */
export function fateOf(
  node: Pick<ResolvedNode, "conflicts" | "parameters">,
  path: ParameterPath,
  { contributions, isMeant }: MeantContribution,
): Fate | undefined {
  const own = contributions.filter(isMeant);
  if (own.length === 0) return undefined;
  const counting = countingOf(contributions);
  const counts = own.some((each) => counting.has(each));
  if (isLeftOut(node, path, counts)) return { kind: "overridden", by: undefined };
  return counts ? { kind: "wins", isJoined: counting.size > 1 } : { kind: "overridden", by: replacing(contributions) };
}

interface MeantContribution {
  readonly contributions: readonly Contribution[];
  isMeant(contribution: Contribution): boolean;
}

/** Whether a conflict of groups leaves a value out: of its own property, or of one that it refers to. */
function isLeftOut(
  { conflicts, parameters }: Pick<ResolvedNode, "conflicts" | "parameters">,
  path: ParameterPath,
  counts: boolean,
): boolean {
  const [section, ...keys] = path;
  if (conflictAt(conflicts, path) !== undefined) return true;
  if (section !== "parameters" || conflicts.length === 0) return false;
  return counts && valueAt(parameters, keys) === undefined;
}
