import type { Criterion, Group } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { keptForBoth } from "../../speed/kept.ts";
import { membersOf } from "./membership.ts";

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
