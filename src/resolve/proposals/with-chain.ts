import type { NameMention } from "../../model/inventory/definition.ts";
import type { Groups } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { kept, keptForBoth } from "../../speed/kept.ts";
import { membershipOf } from "../groups/membership.ts";
import { orderOf } from "../groups/order.ts";
import { groupStructure } from "../groups/structure.ts";

/** An inventory with one more chain in `order.yml`. */
export function withChain(inventory: Inventory, chain: readonly string[]): Inventory {
  const { groups } = inventory;
  const file = { path: "order.yml", blob: "", text: "" };
  const mentions = chain.map((name): NameMention => ({ name, remove: false, origin: { file, start: 0, end: 0 } }));
  return { ...inventory, groups: { ...groups, order: [...groups.order, mentions] } };
}

/** Why a chain cannot be added: the loop or contradiction that it makes, of all groups or on some node. Undefined if it can. */
export function newOrderFault(before: Inventory, after: Inventory): string | undefined {
  const known = orderFaults(before);
  for (const [place, message] of orderFaults(after)) if (!known.has(place)) return message;
  return undefined;
}

/** What is known of the nodes of an inventory; an inventory with one more chain has the same nodes. */
/** The sets of groups that nodes are in, each once. */
const heldSets = kept("shared", (_: Inventory["node"], inventory: Inventory) => {
  const sets = new Map<string, ReadonlySet<string>>();
  for (const name of inventory.nodeNames) {
    const node = inventory.node(name);
    if (node === undefined) continue;
    const { groups } = membershipOf(inventory, node);
    sets.set([...groups].sort().join("\0"), groups);
  }
  return sets;
});

/** Loops and contradictions by the groups that meet in them and the code. */
function orderFaults(inventory: Inventory): ReadonlyMap<string, string> {
  return faultsOf(inventory.node, inventory.groups, inventory);
}

const faultsOf = keptForBoth("shared", (node: Inventory["node"], groups: Groups, inventory: Inventory) => {
  const found = new Map<string, string>();
  const loop = groupStructure(groups).diagnostics.find(({ code }) => code === "order-cycle");
  if (loop !== undefined) found.set(loop.code, loop.message);
  for (const [key, held] of loop === undefined ? heldSets(node, inventory) : []) {
    for (const { code, message } of orderOf(inventory, held).diagnostics) found.set(`${code} ${key}`, message);
  }
  return found;
});
