import { policyListing, policyVariables } from "../compare/policies.ts";
import type { Inventory } from "../model/inventory.ts";
import type { ParameterPath } from "../model/parameter-path.ts";
import type { ResolvedNode } from "../model/resolved.ts";
import type { Value } from "../model/value.ts";
import { valueAt } from "../model/value-at.ts";
import { namesAt } from "../resolve/explain-names.ts";
import { policiesOf } from "../resolve/node-policies.ts";

/** What a node has at a path from the node object on, its policies and their variables included; undefined if nothing. */
export function nodeValue(inventory: Inventory, node: ResolvedNode, path: ParameterPath): Value | undefined {
  const [section, ...keys] = path;
  switch (section) {
    case "parameters":
    case "exports":
      return valueAt(node[section], keys);
    case "policies":
      return valueAt(policyListing(policiesOf(inventory, node)), keys);
    case "variables":
      return valueAt(policyVariables(policiesOf(inventory, node)), keys);
    default:
      return namesAt(node, path);
  }
}
