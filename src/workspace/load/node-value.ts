import { nodeValueAt } from "../../compare/changes/node-values.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { NodePolicies } from "../../model/inventory/policy.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { policiesOfNode } from "../../resolve/policies/node-policies.ts";

/**
 * The value of a node at a path from the node object on, including its policies and their variables; undefined if there
 * is none.
 */
export function valueOfNode(inventory: Inventory, node: ResolvedNode, path: ParameterPath): Value | undefined {
  const view = {
    node,
    get policies(): NodePolicies {
      return policiesOfNode(inventory, node);
    },
  };
  return nodeValueAt(view, path);
}
