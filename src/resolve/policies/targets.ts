import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Rule, RuleTarget } from "../../model/inventory/policy.ts";

export interface TargetedNode {
  readonly node: Definition;
  readonly groups: ReadonlySet<string>;
}

/** The nodes that a rule targets, in inventory order; none if it does not apply. `groupsOf` returns a node's groups. */
export function ruleNodes(
  inventory: Inventory,
  rule: Rule,
  groupsOf: (node: Definition) => ReadonlySet<string>,
): readonly string[] {
  if (!ruleApplies(inventory, rule)) return [];
  return inventory.nodeNames.filter((name) => {
    const node = inventory.node(name);
    return node !== undefined && ruleReaches(rule, { node, groups: groupsOf(node) });
  });
}

/** Whether a rule applies: it is enabled, names no disabled group, and all its directives have a file. */
export function ruleApplies(inventory: Inventory, rule: Rule): boolean {
  if (!rule.enabled) return false;
  const { directives } = inventory.policies();
  const { groups } = inventory.groups;
  const isDisabled = (target: RuleTarget): boolean =>
    target.kind === "group" && groups.get(target.id)?.enabled === false;
  return rule.directives.every(({ name }) => directives.has(name)) && !simpleTargets(rule).some(isDisabled);
}

/** Whether one of the targets of a rule includes a node. A group without a file has no members. */
export function ruleReaches(rule: Rule, targeted: TargetedNode): boolean {
  return rule.targets.some((target) => holds(target, targeted));
}

/** The targets of a rule that include a node. */
export function holdingTargets(rule: Rule, targeted: TargetedNode): readonly RuleTarget[] {
  return rule.targets.filter((target) => holds(target, targeted));
}

/** All targets of a rule that are not composed of others, at any depth. */
export function simpleTargets(rule: Rule): readonly RuleTarget[] {
  return rule.targets.flatMap(partsOf);
}

function partsOf(target: RuleTarget): readonly RuleTarget[] {
  switch (target.kind) {
    case "or":
    case "and":
      return target.targets.flatMap(partsOf);
    case "exclude":
      return [target.include, target.exclude].flatMap(partsOf);
    case "group":
    case "all":
    case "exceptPolicyServers":
    case "policyServers":
    case "policyServer":
      return [target];
  }
}

function holds(target: RuleTarget, targeted: TargetedNode): boolean {
  const { node, groups } = targeted;
  switch (target.kind) {
    case "group":
      return groups.has(target.id);
    case "all":
      return true;
    case "exceptPolicyServers":
      return !isPolicyServer(node);
    case "policyServers":
      return isPolicyServer(node);
    case "policyServer":
      return node.name === target.node;
    case "or":
      return target.targets.some((part) => holds(part, targeted));
    case "and":
      return target.targets.every((part) => holds(part, targeted));
    case "exclude":
      return holds(target.include, targeted) && !holds(target.exclude, targeted);
  }
}

function isPolicyServer({ own }: Definition): boolean {
  return own?.policyServer === true;
}
