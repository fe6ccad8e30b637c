import { wordList } from "../../base/name-set.ts";
import { keptAt } from "../../base/remembered.ts";
import { valueJson } from "../../encoding/json.ts";
import type { Diagnostic, Related } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Directive, RuleDirective, Technique } from "../../model/inventory/policy.ts";
import type { Span } from "../../model/values/origin.ts";

/** Different directives of a unique technique have the same highest priority. */
export function uniqueTie(
  technique: Technique,
  kept: RuleDirective,
  lost: readonly RuleDirective[],
): readonly Diagnostic[] {
  const [first, ...others] = uniqueDirectives([kept, ...lost]).filter(
    ({ priority }) => priority === kept.directive.priority,
  );
  if (first === undefined || others.length === 0) return [];
  const names = wordList(
    [first, ...others].map(({ id }) => id),
    "and",
  );
  const message = `only names decide which directive of technique ${technique.id} is kept: ${names} have priority`;
  const hint = "give the one to use a smaller number";
  return [tie(`${message} ${first.priority}`, first, { others, placeOf: priorityPlace, hint })];
}

/**
 * Different directives of a merged policy, in the order of values, have the same deciding priority for a variable.
 * Their values must differ.
 */
export function variableTies(pairs: readonly RuleDirective[]): readonly Diagnostic[] {
  const setters = new Map<string, Directive[]>();
  for (const directive of uniqueDirectives(pairs)) {
    for (const { name } of directive.sets) setters.set(name, [...(setters.get(name) ?? []), directive]);
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
    const names = wordList(
      directives.map(({ id }) => id),
      "and",
    );
    const message = `only names decide what ${wordList(variables, "and")} is: ${names} set it with priority ${last.priority}`;
    const hint = "give the one to use a larger number: of one variable the last value stays";
    const placeOf = (each: Directive): Span => variablePlace(each, variables[0] ?? "");
    return [tie(message, last, { others: directives.slice(0, -1), placeOf, hint })];
  });
}

/** Directives of one merged policy are made for different versions of the technique. */
export function versionMix(technique: Technique, pairs: readonly RuleDirective[]): readonly Diagnostic[] {
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
export function modeMix(technique: Technique, pairs: readonly RuleDirective[]): readonly Diagnostic[] {
  const directives = uniqueDirectives(pairs);
  const modes = [...new Set(directives.map(({ policyMode }) => policyMode))];
  if (modes.length < 2) return [];
  const message = `technique ${technique.id} is merged, but its directives are in the modes ${wordList(modes, "and")}`;
  const places = directives.map((each) => ({
    caption: captionOf(each, `policy mode ${each.policyMode}`),
    span: each.policyModeOrigin,
  }));
  const hint = "give all of them the same policyMode, or let the technique be separated";
  return [mix("policy-mode-mix", message, { places, hint })];
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

function variablePlace(directive: Directive, name: string): Span {
  return directive.sets.findLast((variable) => variable.name === name)?.keyNode.origin ?? priorityPlace(directive);
}

function mix(
  code: "technique-version-mix" | "policy-mode-mix",
  message: string,
  {
    places,
    hint,
  }: { readonly places: readonly { readonly span: Span; readonly caption: string }[]; readonly hint: string },
): Diagnostic {
  const [first, ...related] = places;
  return finding(code, first?.span, message, { related, hint });
}
