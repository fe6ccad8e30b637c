import { type Diagnostic, isError } from "../../model/findings/diagnostic.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Criterion, Group } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { keptForBoth } from "../../speed/kept.ts";
import { membershipOf, membersOf } from "./membership.ts";
import { emptyOrder, type GroupOrder, orderOf } from "./order.ts";
import { groupStructure } from "./structure.ts";

/** The groups that hold one node, and how they are laid over each other. */
export interface NodeGroups {
  /** Weakest first. Disabled ones too: what they say does not count, but the node is in them. */
  readonly groups: readonly Group[];
  readonly order: GroupOrder;
  /** Equal for equal groups in an equal order, with equal faults. */
  readonly signature: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The groups of one node in their order.
 *
 * Never fails: faults are in `diagnostics`. With an error in the files or the hierarchy of groups, no node is in any
 * group.
 */
export function nodeGroups(inventory: Inventory, node: Definition): NodeGroups {
  return groupsOf(inventory.groups, node, inventory);
}

const groupsOf = keptForBoth("shared", (_: Inventory["groups"], node: Definition, inventory: Inventory): NodeGroups => {
  return ordered(inventory, membershipOf(inventory, node));
});

/** A group and all its ancestors, as {@link nodeGroups} gives them for a node that is in no other group. */
export function groupAncestors(inventory: Inventory, id: string): NodeGroups {
  const structure = groupStructure(inventory.groups);
  return ordered(inventory, { groups: structure.groups.get(id)?.ancestors ?? new Set(), diagnostics: [] });
}

function ordered(
  inventory: Inventory,
  membership: { readonly groups: ReadonlySet<string>; readonly diagnostics: readonly Diagnostic[] },
): NodeGroups {
  const { groups } = inventory;
  const common = [...groups.diagnostics, ...groupStructure(groups).diagnostics];
  if (common.some(isError)) {
    return { groups: [], order: emptyOrder, signature: signature(emptyOrder, common), diagnostics: common };
  }
  const order = orderOf(inventory, membership.groups);
  const diagnostics = [...common, ...membership.diagnostics, ...order.diagnostics];
  const inOrder = order.linear.flatMap((id) => groups.groups.get(id) ?? []);
  return { groups: inOrder, order, signature: signature(order, diagnostics), diagnostics };
}

function signature(order: GroupOrder, diagnostics: readonly Diagnostic[]): string {
  if (diagnostics.length === 0) return order.signature;
  const faults = diagnostics.map(({ code, message, span }) => [code, message, span?.file.path, span?.start].join("\0"));
  return [order.signature, ...faults].join("\0\0");
}

/** How many nodes a group with a share has, of those that meet all else. */
export interface GroupShare {
  readonly percent: number;
  readonly of: string;
  readonly nodes: number;
  readonly candidates: number;
}

/** The share of a group: its first one; undefined for a group without. The nodes that could be members by another draw are candidates. */
export const shareOf = keptForBoth("shared", (group: Group, inventory: Inventory): GroupShare | undefined => {
  if (group.members.kind !== "match") return undefined;
  const { match } = group.members;
  const share = match.criteria.find((each) => each.kind === "share");
  if (share?.kind !== "share") return undefined;
  const drawn = (percent: number): readonly string[] => {
    const criteria = match.criteria.map((each): Criterion => (each === share ? { ...share, percent } : each));
    const changed: Group = { ...group, members: { kind: "match", match: { ...match, criteria } } };
    const groups = { ...inventory.groups, groups: new Map([...inventory.groups.groups, [group.id, changed]]) };
    const { nodeNames } = inventory;
    return membersOf({ groups, nodeNames, node: (name) => inventory.node(name) }).get(group.id) ?? [];
  };
  const { percent, of } = share;
  const candidates = new Set([...drawn(0), ...drawn(100)]).size;
  return { percent, of, nodes: drawn(percent).length, candidates };
});
