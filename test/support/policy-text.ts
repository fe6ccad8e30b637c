import type { NodePolicies, RuleDirective } from "../../src/model/inventory/policy.ts";
import { briefly } from "./inventory.ts";
import { type NodeParts, policiesOfNode, policyInventory } from "./policies.ts";
import { type Plain, plain } from "./value.ts";

export type Keys = Readonly<Record<string, unknown>>;

/** Techniques, directives and rules by id. */
export interface Given {
  /** Keys of each technique by id. */
  readonly techniques: Readonly<Record<string, Keys>>;
  /** Keys of each directive by id; its name is its id unless they say otherwise. */
  readonly directives: Readonly<Record<string, Keys>>;
  /** Directives of each rule by id, or its keys. */
  readonly rules: Readonly<Record<string, readonly string[] | Keys>>;
}

/** What the rules come to on a node that all of them reach. JSON is YAML as well. */
export function policiesOf({ techniques, directives, rules }: Given, node: NodeParts = {}): NodePolicies {
  const file = (folder: string, id: string, keys: Keys) => [`${folder}/${id}.yml`, JSON.stringify(keys)] as const;
  const files = [
    ...Object.entries(techniques).map(([id, keys]) => file("techniques", id, keys)),
    ...Object.entries(directives).map(([id, keys]) => file("directives", id, keys)),
    ...Object.entries(rules).map(([id, rule]) => {
      const keys = Array.isArray(rule) ? { directives: rule } : rule;
      return file("rules", id, { targets: ["special:all"], ...keys });
    }),
  ];
  return policiesOfNode(policyInventory({ files: Object.fromEntries(files) }), node);
}

/** `technique at rule/directive: rule/directive, ...`, then those that lost and why. */
export function shown({ policies }: NodePolicies): readonly string[] {
  return policies.flatMap(({ technique, place, directives, overridden }) => [
    `${technique.id} at ${ids(place)}: ${directives.map(ids).join(", ")}`,
    ...overridden.map((lost) => `  lost ${ids(lost)}: ${lost.reason}`),
  ]);
}

function ids({ rule, directive }: RuleDirective): string {
  return `${rule.id}/${directive.id}`;
}

/** The variables as plain data. */
export function variables(policies: NodePolicies): Readonly<Record<string, Plain>> {
  return Object.fromEntries([...policies.variables].map(([name, value]) => [name, plain(value)]));
}

/** What is wrong, in one line each. */
export function findings({ diagnostics }: NodePolicies): readonly string[] {
  return diagnostics.map(briefly);
}
