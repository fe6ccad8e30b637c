import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { PropertyConflict, ResolvedNode } from "../../model/inventory/resolved.ts";
import type { ChainChange, ChainEffect, OrderEdge } from "../../model/results/lineage.ts";
import { entryOf, type Value } from "../../model/values/value.ts";
import { contentText } from "../merge/content-text.ts";
import { resolveNode } from "../node.ts";
import { nodeGroups } from "./node-groups.ts";

/** The chains that could settle a conflict: each of its groups last once. */
export function choicesFor({ groups }: Pick<PropertyConflict, "groups">): readonly (readonly string[])[] {
  return groups.map((winner) => [...groups.filter((id) => id !== winner), winner]).reverse();
}

/**
 * What one more chain in `order.yml` would do to every node. Only nodes whose groups it orders anew are resolved. Of
 * ids that no group has, nothing follows. Never fails.
 */
export function chainEffect(inventory: Inventory, chain: readonly string[]): ChainEffect {
  const edges = chain.slice(1).map((higher, at): OrderEdge => ({ lower: chain[at] ?? "", higher }));
  const changes = new Map<string, { readonly change: ChainChange; readonly nodes: string[] }>();
  for (const name of inventory.nodeNames) {
    const definition = inventory.node(name);
    const found = definition === undefined ? [] : nodeChanges(inventory, definition, edges);
    if (typeof found === "string") return { chain, refused: found, changes: [] };
    for (const { parameter, value } of found) {
      const key = `${parameter}\0${value === undefined ? "" : contentText(value)}`;
      const entry = changes.get(key) ?? { change: { parameter, value, nodes: [] }, nodes: [] };
      entry.nodes.push(name);
      changes.set(key, entry);
    }
  }
  return {
    chain,
    refused: undefined,
    changes: [...changes.values()].map(({ change, nodes }) => ({ ...change, nodes })),
  };
}

type NodeChange = Pick<ChainChange, "parameter" | "value">;

/** How the parameters of one node change; a text says why its groups could not be ordered. */
function nodeChanges(
  inventory: Inventory,
  node: Definition,
  edges: readonly OrderEdge[],
): readonly NodeChange[] | string {
  const [now, then] = [nodeGroups(inventory, node), nodeGroups(inventory, node, edges)];
  if (now.signature === then.signature) return [];
  const fault = then.diagnostics.find(({ severity }) => severity === "error");
  if (fault !== undefined) return fault.message;
  const [before, after] = [resolveNode(inventory, node.name, now).node, resolveNode(inventory, node.name, then).node];
  return before === undefined || after === undefined ? [] : parameterChanges(before, after);
}

function parameterChanges(before: ResolvedNode, after: ResolvedNode): readonly NodeChange[] {
  const keys = new Set([...before.parameters.entries, ...after.parameters.entries].map(({ key }) => key));
  return [...keys].flatMap((parameter) => {
    const [old, value] = [before, after].map((node): Value | undefined => entryOf(node.parameters, parameter)?.value);
    const isSame =
      old === undefined ? value === undefined : value !== undefined && contentText(old) === contentText(value);
    return isSame ? [] : [{ parameter, value }];
  });
}
