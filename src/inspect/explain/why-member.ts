import type { Definition } from "../../model/inventory/definition.ts";
import type { MembershipCause, MembershipReason, ParentReason } from "../../model/inventory/group.ts";
import { criteriaOf } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { startOf } from "../../model/values/value.ts";
import { criterionHolds, seenBy } from "../../resolve/groups/match.ts";
import { leftAbove, membershipOf, type Wishes, wishesOf } from "../../resolve/groups/node-groups.ts";
import { type GroupStructure, groupStructure, type PlacedGroup } from "../../resolve/groups/structure.ts";

/** Why a node is in a group, or why not. Undefined for an id that no group has. */
export function whyMember(inventory: Inventory, node: Definition, id: string): MembershipReason | undefined {
  const structure = groupStructure(inventory.groups);
  const placed = structure.groups.get(id);
  if (placed === undefined) return undefined;
  const { group } = placed;
  const memberOf = membershipOf(inventory, node).groups;
  return {
    node: node.name,
    group,
    isMember: memberOf.has(id),
    by: causeOf(placed, node, memberOf),
    parents: parentReasons(placed, structure, memberOf),
    criteria: criteriaOf(group).map((criterion) => {
      const { text, origin } = criterion;
      const holds = criterionHolds(criterion, { node, groups: memberOf });
      return { text, origin, holds, seen: seenBy(criterion, node) };
    }),
  };
}

function causeOf(placed: PlacedGroup, node: Definition, memberOf: ReadonlySet<string>): MembershipCause {
  const { group, role, children } = placed;
  const wish = wishCause(placed, wishesOf(node.own?.groups ?? []));
  const named = group.members.kind === "nodes" && group.members.nodes.find(({ name }) => name === node.name);
  if (named && wish?.kind !== "leaves") return { kind: "named", origin: named.origin };
  if (wish !== undefined) return wish;
  if (role === "priority") return { kind: "parents" };
  if (role === "umbrella") return { kind: "children", ids: children.filter((child) => memberOf.has(child)) };
  if (group.members.kind !== "match") return { kind: "unnamed" };
  const { join, not, origin, policyServers } = group.members.match;
  if (node.own?.policyServer === true && !policyServers) return { kind: "policyServer", origin: startOf(node.file) };
  return { kind: "match", join, not, origin };
}

/** The node's own wish. Leaving a group above keeps a node out that is found, but not one that is named. */
function wishCause(placed: PlacedGroup, wishes: Wishes): MembershipCause | undefined {
  const { group, role } = placed;
  const left = wishes.leaves.get(group.id);
  if (left !== undefined) return { kind: "leaves", id: left.name, origin: left.origin };
  const joined = wishes.joins.get(group.id);
  if (joined !== undefined) return { kind: "joins", origin: joined.origin };
  const above = role === "match" || role === "priority" ? leftAbove(placed, wishes) : undefined;
  return above && { kind: "leaves", id: above.name, origin: above.origin };
}

function parentReasons(
  { parents, role }: PlacedGroup,
  { groups }: GroupStructure,
  memberOf: ReadonlySet<string>,
): readonly ParentReason[] {
  const state = (id: string) => ({ id, isMember: memberOf.has(id) });
  return parents.map(({ name, origin }) => {
    const parent = groups.get(name);
    const isReplaced = role !== "priority" && parent?.role === "umbrella";
    return { ...state(name), origin, instead: isReplaced ? [...parent.asked].map(state) : undefined };
  });
}
