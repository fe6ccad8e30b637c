import { DataValue } from "../../encoding/json.ts";
import type { NameMention } from "../../model/inventory/definition.ts";
import type { ReportedOutcome, ResolvedNode } from "../../model/inventory/resolved.ts";
import type { MapValue } from "../../model/values/value.ts";
import { createNameIndex, type NameIndex, nodeFailure } from "../inventory/writer.ts";
import type { InventoryData, InventoryNode, NodeErrorData } from "./inventory-types.ts";

/** The outcomes of all nodes as one document; the same as `heir inventory --format json` writes node by node. */
export function inventoryData(outcomes: Iterable<ReportedOutcome>): InventoryData<DataValue, DataValue<MapValue>> {
  const nodes: [string, InventoryNode<DataValue, DataValue<MapValue>>][] = [];
  const errors: [string, NodeErrorData][] = [];
  const classes = createNameIndex();
  const applications = createNameIndex();
  for (const outcome of outcomes) {
    const failure = nodeFailure(outcome);
    if (failure !== undefined) errors.push([outcome.name, failure]);
    if (outcome.node === undefined) continue;
    const data = nodeData(outcome.node, outcome.rest);
    nodes.push([outcome.name, data]);
    classes.add(data.classes, outcome.name);
    applications.add(data.applications, outcome.name);
  }
  return {
    v: 1,
    nodes: named(nodes),
    errors: errors.length > 0 ? named(errors) : undefined,
    classes: indexed(classes),
    applications: indexed(applications),
  };
}

function indexed(index: NameIndex): { readonly [name: string]: readonly string[] } {
  return named(index.entries());
}

/** Names can be any text, so that the object has no prototype. */
function named<Item>(entries: Iterable<readonly [string, Item]>): { readonly [name: string]: Item } {
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

/** A node with names instead of mentions, and further sections of it. */
export function nodeData(node: ResolvedNode, rest?: MapValue): InventoryNode<DataValue, DataValue<MapValue>> {
  return {
    groups: node.groups.length > 0 ? node.groups.map(nameOf) : undefined,
    classes: node.classes.map(nameOf),
    applications: node.applications.map(nameOf),
    parameters: new DataValue(node.parameters),
    exports: new DataValue(node.exports),
    environment: new DataValue(node.environment),
    ...Object.fromEntries(rest?.entries.map(({ key, value }) => [key, new DataValue(value)]) ?? []),
    partial: node.conflicts.length > 0 ? true : undefined,
  };
}

function nameOf({ name }: NameMention): string {
  return name;
}
