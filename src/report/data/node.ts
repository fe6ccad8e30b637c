import { DataValue } from "../../encoding/json.ts";
import type { NameMention } from "../../model/inventory/mention.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { MapValue } from "../../model/values/value.ts";
import type { InventoryNode } from "./inventory-types.ts";

/** A node with names instead of mentions, and further sections of it. */
export function nodeData(node: ResolvedNode, rest?: MapValue): InventoryNode<DataValue, DataValue<MapValue>> {
  return {
    ...(node.groups.length > 0 && { groups: node.groups.map(nameOf) }),
    classes: node.classes.map(nameOf),
    applications: node.applications.map(nameOf),
    parameters: new DataValue(node.parameters),
    exports: new DataValue(node.exports),
    environment: new DataValue(node.environment),
    ...Object.fromEntries(rest?.entries.map(({ key, value }) => [key, new DataValue(value)]) ?? []),
    ...(node.conflicts.length > 0 && { partial: true }),
  };
}

function nameOf({ name }: NameMention): string {
  return name;
}
