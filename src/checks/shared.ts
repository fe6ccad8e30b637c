import { nearestHint } from "../base/similar.ts";
import { grouped } from "../base/text-order.ts";
import { type Diagnostic, finding } from "../model/findings/diagnostic.ts";
import type { NameMention } from "../model/inventory/definition.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import type { Directive, Rule, RuleTarget } from "../model/inventory/policy.ts";
import type { Value } from "../model/values/value.ts";
import { partsOf } from "../model/values/value-at.ts";
import { simpleTargets } from "../resolve/policies/targets.ts";
import { readPropertyTemplate, syntaxFault } from "../written/property-calls.ts";
import { clearSharedSecrets } from "./clear-secrets.ts";
import { groupFindings, stageFaults } from "./groups.ts";

/** What is wrong with what nodes share: stages, groups, policies, and secrets in clear text in them. Never fails. */
export function sharedFindings(inventory: Inventory): readonly Diagnostic[] {
  return [
    ...stageFaults(inventory),
    ...groupFindings(inventory),
    ...policyFindings(inventory),
    ...clearSharedSecrets(inventory),
  ];
}

/**
 * Faults of techniques, directives and rules that do not depend on a node: faults in their files, unknown names
 * (`unknown-technique`, `unknown-directive`, `unknown-group`, `unknown-node`), invalid property calls (`syntax`), and
 * rules with the same name (`rule-name-twice`).
 */
export function policyFindings(inventory: Inventory): readonly Diagnostic[] {
  const { directives, rules, diagnostics } = inventory.policies();
  return [
    ...diagnostics,
    ...[...directives.values()].flatMap((directive) => directiveFindings(inventory, directive)),
    ...[...rules.values()].flatMap((rule) => ruleFindings(inventory, rule)),
    ...sameNames([...rules.values()].filter(({ enabled }) => enabled)),
  ];
}

function directiveFindings(inventory: Inventory, { technique, sets }: Directive): readonly Diagnostic[] {
  const { techniques } = inventory.policies();
  const isUnknown = technique !== undefined && !techniques.has(technique.name);
  const unknown = isUnknown ? [unknownName("unknown-technique", technique, techniques.keys())] : [];
  return [...unknown, ...sets.flatMap(({ value }) => syntaxFaults(value))];
}

function ruleFindings(inventory: Inventory, rule: Rule): readonly Diagnostic[] {
  const { directives } = inventory.policies();
  const unknown = rule.directives.filter(({ name }) => !directives.has(name));
  return [
    ...unknown.map((mention) => unknownName("unknown-directive", mention, directives.keys())),
    ...simpleTargets(rule).flatMap((target) => targetFindings(inventory, target)),
  ];
}

function targetFindings(inventory: Inventory, target: RuleTarget): readonly Diagnostic[] {
  const { groups } = inventory.groups;
  if (target.kind === "group" && !groups.has(target.id)) {
    return [unknownName("unknown-group", { name: target.id, origin: target.origin }, groups.keys())];
  }
  if (target.kind === "policyServer" && !inventory.nodeNames.includes(target.node)) {
    return [unknownName("unknown-node", { name: target.node, origin: target.origin }, inventory.nodeNames)];
  }
  return [];
}

const consequences = {
  "unknown-technique": ["technique", "the directive has no effect"],
  "unknown-directive": ["directive", "the rule does not apply"],
  "unknown-group": ["group", "this target selects no node"],
  "unknown-node": ["node", "this target selects no node"],
} as const;

function unknownName(
  code: keyof typeof consequences,
  { name, origin }: Pick<NameMention, "name" | "origin">,
  known: Iterable<string>,
): Diagnostic {
  const [kind, consequence] = consequences[code];
  return finding(code, origin, `there is no ${kind} ${name}: ${consequence}`, { hint: nearestHint(name, known) });
}

function syntaxFaults(value: Value): readonly Diagnostic[] {
  if (value.kind !== "scalar") return partsOf(value).flatMap(syntaxFaults);
  const template = value.type === "text" ? readPropertyTemplate(String(value.data)) : [];
  return "fault" in template ? [syntaxFault(value, template)] : [];
}

/** Rules are sorted by name without case, so equal means equal without case. */
function sameNames(rules: readonly Rule[]): readonly Diagnostic[] {
  const byName = grouped(rules, (rule) => rule.name.toUpperCase().toLowerCase());
  return [...byName.values()].flatMap(([first, ...others]): readonly Diagnostic[] => {
    if (first === undefined || others.length === 0) return [];
    const ids = [first, ...others].map(({ id }) => id).join(", ");
    const message = `rules ${ids} have the same name, which does not decide their order`;
    const related = others.map(({ nameOrigin, id }) => ({ span: nameOrigin, caption: `the name of rule ${id}` }));
    const hint = "rules and their policies are sorted by name, ignoring case: give each rule its own name";
    return [finding("rule-name-twice", first.nameOrigin, message, { related, hint })];
  });
}
