import { compareCaseless } from "../../base/caseless-order.ts";
import { compareText } from "../../base/text-order.ts";
import type { Policy, RuleDirective } from "../../model/inventory/policy.ts";

/** By the names of rule and directive, ignoring case; then by their ids. */
export function byName(left: RuleDirective, right: RuleDirective): number {
  return compareNames(left, right) || compareIds(left, right);
}

/** Policies in the order in which they run: by {@link byName}, with the technique's name before ids. */
export function inRunOrder(left: Policy, right: Policy): number {
  return (
    compareNames(left.place, right.place) ||
    compareCaseless(left.technique.name, right.technique.name) ||
    compareIds(left.place, right.place)
  );
}

/** By priority, the smallest number first, then by name. */
export function byPriority(left: RuleDirective, right: RuleDirective): number {
  return left.directive.priority - right.directive.priority || byName(left, right);
}

/** Why a pair is discarded if only one of a technique is kept. */
export function uniqueReason(kept: RuleDirective, lost: RuleDirective): string {
  const [high, low] = [kept.directive.priority, lost.directive.priority];
  return high === low ? `same priority, ${nameReason(kept, lost)}` : `priority ${low} comes after priority ${high}`;
}

/** Why a pair is discarded if its directive is a policy already. */
export function separatedReason(kept: RuleDirective, lost: RuleDirective): string {
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
