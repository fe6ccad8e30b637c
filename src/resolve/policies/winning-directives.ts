import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Policy, RuleDirective, Technique } from "../../model/inventory/policy.ts";
import { modeMix, uniqueTie, variableTies, versionMix } from "./faults.ts";
import { byName, byPriority, separatedReason, uniqueReason } from "./run-order.ts";

/** The pairs of rule and directive of one technique that reach a node. */
export type TechniquePairs = readonly [RuleDirective, ...RuleDirective[]];

/**
 * The policies of one technique on a node. Of a unique technique the directive with the smallest priority number wins,
 * of equal ones the first by name. A merged technique joins all its directives, a separated one has a policy for each.
 * Adds ties and mixes to `diagnostics`; a merged policy with mixed versions or modes is left out.
 */
export function policiesOf(technique: Technique, pairs: TechniquePairs, diagnostics: Diagnostic[]): readonly Policy[] {
  switch (technique.kind) {
    case "unique":
      return [uniquePolicy(technique, pairs, diagnostics)];
    case "merged":
      return mergedPolicy(technique, pairs, diagnostics);
    case "separated":
      return separatedPolicies(technique, pairs);
  }
}

function uniquePolicy(technique: Technique, pairs: TechniquePairs, diagnostics: Diagnostic[]): Policy {
  const [kept, lost] = firstOf(pairs, byPriority);
  diagnostics.push(...uniqueTie(technique, kept, lost));
  const overridden = lost.map((pair) => ({ ...pair, reason: uniqueReason(kept, pair) }));
  return { technique, place: kept, directives: [kept], overridden };
}

/** Placed by name alone, so that its variables are declared before later policies use them. */
function mergedPolicy(technique: Technique, pairs: TechniquePairs, diagnostics: Diagnostic[]): readonly Policy[] {
  const [place] = firstOf(pairs, byName);
  const directives = pairs.toSorted(byPriority);
  const mixes = [...versionMix(technique, directives), ...modeMix(technique, directives)];
  diagnostics.push(...mixes);
  if (mixes.length > 0) return [];
  diagnostics.push(...variableTies(directives));
  return [{ technique, place, directives, overridden: [] }];
}

function separatedPolicies(technique: Technique, pairs: TechniquePairs): readonly Policy[] {
  const byDirective = new Map<string, [RuleDirective, ...RuleDirective[]]>();
  for (const pair of pairs) {
    const same = byDirective.get(pair.directive.id);
    if (same === undefined) byDirective.set(pair.directive.id, [pair]);
    else same.push(pair);
  }
  return [...byDirective.values()].map((same) => {
    const [place, lost] = firstOf(same, byName);
    const overridden = lost.map((pair) => ({ ...pair, reason: separatedReason(place, pair) }));
    return { technique, place, directives: [place], overridden };
  });
}

function firstOf(
  pairs: TechniquePairs,
  order: (left: RuleDirective, right: RuleDirective) => number,
): readonly [RuleDirective, readonly RuleDirective[]] {
  const [first = pairs[0], ...others] = pairs.toSorted(order);
  return [first, others];
}
