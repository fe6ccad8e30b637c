import { jsonString, terminalSafeJson } from "../../base/json-text.ts";
import { valueJson } from "../../encoding/json.ts";
import type { NodePolicies, Policy, Rule, RuleDirective } from "../../model/inventory/policy.ts";
import type { Masked } from "../../model/secrets/masked.ts";

/**
 * `heir policies NODE --json` (version 1, docs/reference/json.md): policies in the order in which they run, each with the
 * pair that places it, and the variables that directives declare.
 */
export function policiesJson({ node, policies, variables }: Masked<NodePolicies>): string {
  const values = [...variables].map(([name, value]) => `${jsonString(name)}:${valueJson(value)}`);
  const list = policies.map((policy) => plainJson(policyShape(policy)));
  return `{"v":1,"node":${jsonString(node)},"policies":[${list.join(",")}],"variables":{${values.join(",")}}}`;
}

/** A rule with the names of the nodes that it means. */
export interface RuleNodes {
  readonly rule: Rule;
  readonly nodes: readonly string[];
}

/** `heir rules --json` (version 1): the nodes and the directives of each rule. */
export function rulesJson(rules: readonly RuleNodes[]): string {
  const members = rules.map(({ rule, nodes }) => {
    const directives = rule.directives.map(({ name }) => name);
    return `${jsonString(rule.id)}:${plainJson({ nodes, directives })}`;
  });
  return `{"v":1,"rules":{${members.join(",")}}}`;
}

function plainJson(data: object): string {
  return terminalSafeJson(JSON.stringify(data));
}

function policyShape({ technique, place, directives, overridden }: Policy): object {
  return {
    technique: technique.id,
    ...idsOf(place),
    directives: directives.map(idsOf),
    overridden: overridden.map((pair) => ({ ...idsOf(pair), reason: pair.reason })),
  };
}

function idsOf({ rule, directive }: RuleDirective): { readonly rule: string; readonly directive: string } {
  return { rule: rule.id, directive: directive.id };
}
