import { keptAt } from "../../base/made-once.ts";
import { wordList } from "../../base/name-set.ts";
import { addTo, compareCaseless, compareText } from "../../base/text-order.ts";
import { valueJson } from "../../encoding/json.ts";
import { type Diagnostic, finding, type Related } from "../../model/findings/diagnostic.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type {
  Directive,
  NodePolicies,
  Policy,
  RuleDirective,
  Technique,
  VariableMerge,
} from "../../model/inventory/policy.ts";
import type { Span, Value } from "../../model/values/value.ts";
import { Expansion } from "./expansion.ts";
import { ruleApplies, ruleReaches, type TargetedNode } from "./targets.ts";

export interface PolicyRequest extends TargetedNode {
  readonly inventory: Inventory;
  readonly node: Definition;
  readonly properties: ReadonlyMap<string, Value>;
  /** Variables that are left out, since the order of groups leaves them open. */
  readonly open?: ReadonlySet<string>;
}

/**
 * Applies the rules of an inventory to one node: its policies in the order in which they run, and the variables that
 * their directives declare. Of a unique technique one directive is kept, a merged one gives one policy of all its
 * directives, a separated one a policy for each. Policies are ordered by the names of rule and directive that place
 * them, inside a merged policy by priority first. Never fails: a merged policy of mixed versions or modes is left out
 * and reported, as is a variable whose text cannot be filled in.
 */
export function nodePolicies(request: PolicyRequest): NodePolicies {
  const diagnostics: Diagnostic[] = [];
  const made = [...byTechnique(request)].flatMap(([technique, pairs]) => policiesOf(technique, pairs, diagnostics));
  const policies = made.sort(inRunOrder);
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

type TechniquePairs = readonly [RuleDirective, ...RuleDirective[]];

/**
 * The policies of one technique on a node. Of a unique one the directive with the smallest priority number wins, of
 * equal ones the first by name. Adds ties and mixes to `diagnostics`; a merged policy with a mix is left out.
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
    const overridden = lost.map((pair) => ({ ...pair, reason: `same directive, ${nameReason(place, pair)}` }));
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

/** Different directives of a unique technique have the same highest priority. */
function uniqueTie(technique: Technique, kept: RuleDirective, lost: readonly RuleDirective[]): readonly Diagnostic[] {
  const { priority } = kept.directive;
  const [first, ...others] = uniqueDirectives([kept, ...lost]).filter((each) => each.priority === priority);
  if (first === undefined || others.length === 0) return [];
  const message = `only names decide which directive of technique ${technique.id} is kept: ${idsText([first, ...others])} have priority`;
  const hint = "give the one to use a smaller number";
  return [tie(`${message} ${priority}`, first, { others, placeOf: priorityPlace, hint })];
}

/**
 * Different directives of a merged policy have the same deciding priority for a variable, and different values. `pairs` are
 * in the order of values.
 */
function variableTies(pairs: readonly RuleDirective[]): readonly Diagnostic[] {
  const setters = new Map<string, Directive[]>();
  for (const directive of uniqueDirectives(pairs)) {
    for (const { name } of directive.sets) addTo(setters, name, directive);
  }
  const tied = new Map<string, { readonly directives: readonly Directive[]; readonly variables: string[] }>();
  for (const [name, directives] of setters) {
    const deciding = directives.filter(({ priority }) => priority === directives.at(-1)?.priority);
    if (new Set(deciding.map((directive) => textOfVariable(directive, name))).size < 2) continue;
    const key = deciding.map(({ id }) => id).join("\0");
    keptAt(tied, key, () => ({ directives: deciding, variables: [] })).variables.push(name);
  }
  return [...tied.values()].flatMap(({ directives, variables }) => {
    const last = directives.at(-1);
    if (last === undefined) return [];
    const message = `only names decide what ${wordList(variables, "and")} is: ${idsText(directives)} set it with priority ${last.priority}`;
    const hint = "give the one to use a larger number: of one variable the last value stays";
    const placeOf = (each: Directive): Span =>
      each.sets.findLast(({ name }) => name === variables[0])?.keyNode.origin ?? priorityPlace(each);
    return [tie(message, last, { others: directives.slice(0, -1), placeOf, hint })];
  });
}

/** Directives of one merged policy are made for different versions of the technique. */
function versionMix(technique: Technique, pairs: readonly RuleDirective[]): readonly Diagnostic[] {
  const written = ({ version }: Directive): string => (version === undefined ? "no version" : `version ${version}`);
  const directives = uniqueDirectives(pairs);
  const kinds = [...new Set(directives.map(written))];
  if (kinds.length < 2) return [];
  const message = `technique ${technique.id} is merged, but its directives are made for ${wordList(kinds, "and")}`;
  const places = directives.map((each) => ({ caption: captionOf(each, written(each)), span: each.versionOrigin }));
  const hint = "give all of them the same version, or let the technique be separated";
  return [mix("technique-version-mix", message, { places, hint })];
}

/** Some directives of one merged policy are enforced, others audited. */
function modeMix(technique: Technique, pairs: readonly RuleDirective[]): readonly Diagnostic[] {
  const directives = uniqueDirectives(pairs);
  const modes = [...new Set(directives.map(({ policyMode }) => policyMode))];
  if (modes.length < 2) return [];
  const message = `technique ${technique.id} is merged, but its directives are in the modes ${wordList(modes, "and")}`;
  const places = directives.map((each) => {
    return { caption: captionOf(each, `policy mode ${each.policyMode}`), span: each.policyModeOrigin };
  });
  const hint = "give all of them the same policyMode, or let the technique be separated";
  return [mix("policy-mode-mix", message, { places, hint })];
}

function idsText(directives: readonly Directive[]): string {
  const ids = directives.map(({ id }) => id);
  return wordList(ids, "and");
}

/** Each directive once, even if several rules list it. */
function uniqueDirectives(pairs: readonly RuleDirective[]): readonly Directive[] {
  return [...new Set(pairs.map(({ directive }) => directive))];
}

function textOfVariable({ sets }: Directive, name: string): string {
  const found = sets.findLast((variable) => variable.name === name);
  return found === undefined ? "" : valueJson(found.value);
}

function captionOf({ id }: Directive, what: string): string {
  return `directive ${id} has ${what}`;
}

interface Tie {
  readonly others: readonly Directive[];
  readonly placeOf: (directive: Directive) => Span;
  readonly hint: string;
}

function tie(message: string, first: Directive, { others, placeOf, hint }: Tie): Diagnostic {
  const related = others.map((each): Related => {
    return { span: placeOf(each), caption: captionOf(each, `priority ${each.priority} too`) };
  });
  return finding("policy-tie", placeOf(first), message, { related, hint });
}

/** The place of the priority, or of the technique if there is none. */
function priorityPlace({ priorityOrigin, technique }: Directive): Span {
  return priorityOrigin.end > 0 ? priorityOrigin : (technique?.origin ?? priorityOrigin);
}

function mix(
  code: "technique-version-mix" | "policy-mode-mix",
  message: string,
  { places, hint }: { readonly places: readonly Related[]; readonly hint: string },
): Diagnostic {
  const [first, ...related] = places;
  return finding(code, first?.span, message, { related, hint });
}
