import type { Inventory } from "../../model/inventory/inventory.ts";
import type { User } from "../../model/results/uses.ts";
import { contractsOf, resolvedNames } from "../../resolve/contracts/node-contracts.ts";
import { nodeWithoutValues, resolveNode } from "../../resolve/node.ts";
import { policiesOfNode } from "../../resolve/policies/node-policies.ts";

/**
 * Whether something reaches a node: as one of its layers, a group that holds it, a policy that it runs or that another one
 * overrides, or a contract that holds for it. Undefined if that takes values, and the node does not resolve.
 */
export function reaches(inventory: Inventory, { kind, name }: User, node: string): boolean | undefined {
  switch (kind) {
    case "node":
    case "runtime":
      return name === node;
    case "global":
    case "settings":
      return true;
    case "class":
      return nodeWithoutValues(inventory, node).steps.some((step) => step.layer === kind && step.name === name);
    case "group":
      return nodeWithoutValues(inventory, node).groups.some((group) => group.name === name);
    case "order": {
      const ordered = new Set(inventory.groups.order.flat().map((group) => group.name));
      return nodeWithoutValues(inventory, node).groups.some((group) => ordered.has(group.name));
    }
    case "contract": {
      const names = resolvedNames(nodeWithoutValues(inventory, node));
      const { contracts } = inventory;
      return contracts !== undefined && contractsOf(contracts, names).files.some(({ id }) => id === name);
    }
    case "technique":
    case "directive":
    case "rule":
      return runs(inventory, { kind, name }, node);
  }
}

function runs(inventory: Inventory, { kind, name }: User, of: string): boolean | undefined {
  const { node } = resolveNode(inventory, of);
  if (node === undefined) return undefined;
  return policiesOfNode(inventory, node).policies.some(({ technique, directives, overridden }) => {
    if (kind === "technique") return technique.id === name;
    return [...directives, ...overridden].some((each) => (kind === "rule" ? each.rule : each.directive).id === name);
  });
}
