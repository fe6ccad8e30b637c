import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { NodeSection, ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapValue, Value } from "../../model/values/value.ts";
import { wholeParts } from "../../report/values/parts.ts";
import { NodeData } from "../../resolve/data/node-data.ts";

/** What a node gets, as one mapping of sections: all ten where none are named. */
export function wholeNode(
  inventory: Inventory,
  node: ResolvedNode,
  sections: readonly NodeSection[] = wholeParts,
): MapValue {
  return new NodeData(inventory, { node }).whole(sections);
}

/** The value of a node at a path from the node object on; undefined if there is none. */
export function valueOfNode(inventory: Inventory, node: ResolvedNode, path: ParameterPath): Value | undefined {
  return new NodeData(inventory, { node }).at(path);
}
