import { addTo } from "../../base/grouped.ts";
import { compareCaseless, compareText } from "../../base/text-order.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { NodePolicies, Policy, RuleDirective, Technique, VariableMerge } from "../../model/inventory/policy.ts";
import type { Value } from "../../model/values/value.ts";
import { Expansion } from "./expansion.ts";
import { modeMix, uniqueTie, variableTies, versionMix } from "./faults.ts";
import { ruleApplies, ruleReaches, type TargetedNode } from "./targets.ts";

/** A node with its resolved properties. */
export interface PolicyRequest extends TargetedNode {
  readonly inventory: Inventory;
  readonly node: Definition;
  readonly properties: ReadonlyMap<string, Value>;
  /** Variables that are left out, since the order of groups leaves them open. */
  readonly open?: ReadonlySet<string>;
}

/**
 * Applies the rules of an inventory to one node: its policies in the order in which they run, and the variables that
 * their directives declare.
 *
 * Of a unique technique one directive is kept, a merged one gives one policy of all its directives, a separated one a
 * policy for each directive. Policies are in the order of the names of rule and directive that place them; inside a
 * merged policy priority comes first. Never fails: a merged policy of mixed versions or modes is left out and
 * reported, as is a variable whose text cannot be filled in.
 */
export function nodePolicies(request: PolicyRequest): NodePolicies {
  const diagnostics: Diagnostic[] = [];
  const policies = [...byTechnique(request)]
    .flatMap(([technique, pairs]) => policiesOf(technique, pairs, diagnostics))
    .sort(inRunOrder);
  const expansion = new Expansion(request);
  const variables = new Map<string, Value>();
  const merges = new Map<string, VariableMerge>();
  const mergedLast = new Set<string>();
  for (const { directive } of policies.flatMap((policy) => policy.directives)) {
    for (const { name, value } of directive.sets) {
      mergedLast.delete(name);
      if (request.open?.has(name) === true) continue;
      const expanded = expansion.expand(name, value);
      if (expanded === undefined) variables.delete(name);
      else variables.set(name, expanded);
    }
    for (const merge of directive.merges) {
      merges.set(merge.name, merge);
      mergedLast.add(merge.name);
    }
  }
  return {
    node: request.node.name,
    policies,
    variables,
    merges: [...merges.values()],
    mergedLast,
    diagnostics: [...diagnostics, ...expansion.diagnostics],
  };
}

/** The pairs of rule and directive that reach a node, by technique. */
function byTechnique(request: PolicyRequest): ReadonlyMap<Technique, TechniquePairs> {
  const { techniques, directives, rules } = request.inventory.policies();
  const found = new Map<Technique, [RuleDirective, ...RuleDirective[]]>();
  for (const rule of rules.values()) {
    if (!ruleApplies(request.inventory, rule) || !ruleReaches(rule, request)) continue;
    for (const id of new Set(rule.directives.map(({ name }) => name))) {
      const directive = directives.get(id);
      const technique = techniques.get(directive?.technique?.name ?? "");
      if (directive?.enabled !== true || technique?.enabled !== true) continue;
      addTo(found, technique, { rule, directive });
    }
  }
  return found;
}

/** The pairs of rule and directive of one technique that reach a node. */
type TechniquePairs = readonly [RuleDirective, ...RuleDirective[]];

/**
 * The policies of one technique on a node. Of a unique technique the directive with the smallest priority number wins,
 * of equal ones the first by name. A merged technique joins all its directives, a separated one has a policy for each.
 * Adds ties and mixes to `diagnostics`; a merged policy with mixed versions or modes is left out.
 */
function policiesOf(technique: Technique, pairs: TechniquePairs, diagnostics: Diagnostic[]): readonly Policy[] {
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
  for (const pair of pairs) addTo(byDirective, pair.directive.id, pair);
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

/** By the names of rule and directive, ignoring case; then by their ids. */
function byName(left: RuleDirective, right: RuleDirective): number {
  return compareNames(left, right) || compareIds(left, right);
}

/** Policies in the order in which they run: by {@link byName}, with the technique's name before ids. */
function inRunOrder(left: Policy, right: Policy): number {
  return (
    compareNames(left.place, right.place) ||
    compareCaseless(left.technique.name, right.technique.name) ||
    compareIds(left.place, right.place)
  );
}

/** By priority, the smallest number first, then by name. */
function byPriority(left: RuleDirective, right: RuleDirective): number {
  return left.directive.priority - right.directive.priority || byName(left, right);
}

/** Why a pair is discarded if only one of a technique is kept. */
function uniqueReason(kept: RuleDirective, lost: RuleDirective): string {
  const [high, low] = [kept.directive.priority, lost.directive.priority];
  return high === low ? `same priority, ${nameReason(kept, lost)}` : `priority ${low} comes after priority ${high}`;
}

/** Why a pair is discarded if its directive is a policy already. */
function separatedReason(kept: RuleDirective, lost: RuleDirective): string {
  return `same directive, ${nameReason(kept, lost)}`;
}

function compareNames(left: RuleDirective, right: RuleDirective): number {
  return compareCaseless(left.rule.name, right.rule.name) || compareCaseless(left.directive.name, right.directive.name);
}

function compareIds(left: RuleDirective, right: RuleDirective): number {
  return compareText(left.directive.id, right.directive.id) || compareText(left.rule.id, right.rule.id);
}

function nameReason(kept: RuleDirective, lost: RuleDirective): string {
  if (compareCaseless(kept.rule.name, lost.rule.name) !== 0) return after("rule", lost.rule.name, kept.rule.name);
  if (compareCaseless(kept.directive.name, lost.directive.name) !== 0) {
    return after("directive", lost.directive.name, kept.directive.name);
  }
  const what = kept.directive.id === lost.directive.id ? "rule" : "directive";
  return after(`same names, id of the ${what}`, lost[what].id, kept[what].id);
}

function after(what: string, later: string, earlier: string): string {
  return `${what} "${later}" sorts after "${earlier}"`;
}
