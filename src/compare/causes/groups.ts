import { whyMember } from "../../inspect/explain/why-member.ts";
import type { NameMention } from "../../model/inventory/definition.ts";
import type { CriterionReason, Group, MembershipReason } from "../../model/inventory/group.ts";
import type { CauseEdit } from "../../model/results/change.ts";
import { type Span, startOf } from "../../model/values/value.ts";
import { type GroupShare, shareOf } from "../../resolve/groups/node-groups.ts";
import { groupStructure, type OrderHop } from "../../resolve/groups/structure.ts";
import { type CauseSide, type CauseSides, type Facing, turned } from "./side.ts";

/**
 * Why a node is in a group on one side only: an edit of the group, of the node, or of a group above or below it. Undefined
 * if it is none of them.
 */
export function groupCause(id: string, facing: Facing, seen: ReadonlySet<string> = new Set()): CauseEdit | undefined {
  if (seen.has(id)) return undefined;
  const { here, there } = facing;
  const [group, other] = [here, there].map((side) => side.inventory.groups.groups.get(id));
  if (group === undefined) return undefined;
  const isNew = here.name === "new";
  const owner = { layer: "group", name: id } as const;
  if (other === undefined) return here.fileAlone(owner, group.file);
  if (there.holds(id) && group.enabled !== other.enabled) {
    const kind = group.enabled === isNew ? "group-enabled" : "group-disabled";
    return { kind, group: id, in: owner, ...places(facing, startOf(group.file), startOf(other.file)) };
  }
  const [why, whyNot] = [here, there].map((side) => whyMember(side.inventory, side.node.definition, id));
  if (why === undefined || whyNot === undefined) return undefined;
  const edit = { kind: isNew ? "group-joined" : "group-left", group: id } as const;
  const node = { layer: "node", name: here.node.name } as const;
  return membershipCause({ group: owner, node, facing, seen: new Set([...seen, id]), why, whyNot, edit });
}

interface MembershipChange {
  readonly group: { readonly layer: "group"; readonly name: string };
  readonly node: { readonly layer: "node"; readonly name: string };
  readonly facing: Facing;
  readonly seen: ReadonlySet<string>;
  /** On the side on which the node is a member. */
  readonly why: MembershipReason;
  readonly whyNot: MembershipReason;
  readonly edit: { readonly kind: "group-joined" | "group-left"; readonly group: string };
}

function membershipCause(asked: MembershipChange): CauseEdit | undefined {
  const { group, node, why, whyNot, facing, edit } = asked;
  const { by } = whyNot;
  if (by.kind === "leaves") {
    const kind = facing.here.name === "new" ? "removal-removed" : "removal-added";
    return { kind, of: "group", name: by.id, in: node, ...facing.there.at(by.origin) };
  }
  if (why.by.kind === "joins") return { ...edit, in: node, ...facing.here.at(why.by.origin) };
  if (why.by.kind === "named") return { ...edit, in: group, ...facing.here.at(why.by.origin) };
  if (by.kind === "policyServer") return { ...edit, in: node, ...facing.there.at(by.origin) };
  return parentChange(asked) ?? childChange(asked) ?? matchChange(asked);
}

/** A parent that the node is not in, or that only one side lists. */
function parentChange({ why, whyNot, facing, group, seen }: MembershipChange): CauseEdit | undefined {
  for (const parent of whyNot.parents) {
    const missing = (parent.instead ?? [parent]).find(({ isMember }) => !isMember);
    if (missing === undefined) continue;
    if (!why.parents.some((each) => each.id === parent.id)) {
      return { kind: "group-parents-changed", group: group.name, in: group, ...facing.there.at(parent.origin) };
    }
    const cause = groupCause(missing.id, facing, seen);
    if (cause !== undefined) return cause;
  }
  return undefined;
}

/** For an umbrella: a child that the node is in on one side only, or that is a child on one side only. */
function childChange({ why, facing, group, seen }: MembershipChange): CauseEdit | undefined {
  if (why.by.kind !== "children") return undefined;
  for (const child of why.by.ids) {
    if (!facing.there.holds(child)) return groupCause(child, facing, seen);
    const origin = parentIn(facing.here, child, group.name)?.origin;
    if (origin === undefined || parentIn(facing.there, child, group.name) !== undefined) continue;
    const owner = { layer: "group", name: child } as const;
    return { kind: "group-parents-changed", group: child, in: owner, ...facing.here.at(origin) };
  }
  return undefined;
}

function matchChange(asked: MembershipChange): CauseEdit | undefined {
  const { group, node, why, whyNot, facing, seen, edit } = asked;
  const [match, other] = [matchOf(why.group), matchOf(whyNot.group)];
  if (match === undefined || other === undefined) {
    const start = ({ group: of }: MembershipReason): Span => matchOf(of)?.origin ?? startOf(of.file);
    return { ...edit, in: group, ...places(facing, start(why), start(whyNot)) };
  }
  for (const reason of why.criteria) {
    const before = whyNot.criteria.find(({ text }) => text === reason.text);
    if (before === undefined || before.holds === reason.holds) continue;
    const test = match.criteria.find(({ origin }) => origin === reason.origin);
    // First the side on which the node is in the group of the criterion.
    if (test?.kind === "group") return groupCause(test.id, reason.holds ? facing : turned(facing), seen);
    return { ...edit, criterion: reason.text, in: node, ...seenPlaces(facing, reason, before) };
  }
  const [removed] = whyNot.criteria.filter(({ text }) => !why.criteria.some((each) => each.text === text));
  const [added] = why.criteria.filter(({ text }) => !whyNot.criteria.some((each) => each.text === text));
  const isNew = facing.here.name === "new";
  const changed = (isNew ? (added ?? removed) : (removed ?? added))?.text;
  const share = changed?.startsWith("share ") === true ? newShare(asked) : undefined;
  const criterion = share === undefined ? changed : `${changed}, ${share.nodes} of ${share.candidates} nodes`;
  return {
    ...edit,
    criterion,
    in: group,
    ...(added || removed ? {} : places(facing, match.origin, other.origin)),
    ...(added && facing.here.at(added.origin)),
    ...(removed && facing.there.at(removed.origin)),
  };
}

function newShare({ why, whyNot, facing: { here, there } }: MembershipChange): GroupShare | undefined {
  return here.name === "new" ? shareOf(why.group, here.inventory) : shareOf(whyNot.group, there.inventory);
}

/** Why one group is above another on the new side only: an `order.yml` edge or a list of parents; undefined if none. */
export function orderCause({ lower, higher }: OrderPair, sides: CauseSides): CauseEdit | undefined {
  const edges = edgesOnOneSide(sides);
  const near = edges.find(({ hop, side }) => {
    const both = [kinOf(sides[side], higher), kinOf(sides[side], lower)];
    return both.some((kin) => kin.has(hop.from)) && both.some((kin) => kin.has(hop.to));
  });
  if (near !== undefined) return edgeCause(near);
  const kin = [...kinOf(sides.new, higher), ...kinOf(sides.new, lower)];
  const ofNode = sides.new.node.groups.map(({ name }) => name);
  for (const id of new Set([...kin, ...ofNode])) {
    const cause = parentsCause(id, sides);
    if (cause !== undefined) return cause;
  }
  return edges[0] && edgeCause(edges[0]);
}

type OrderPair = Pick<Extract<CauseEdit, { kind: "group-order-changed" }>, "lower" | "higher">;

interface LoneEdge {
  readonly hop: OrderHop;
  readonly side: "old" | "new";
  /** The edge of the other side from the same groups, if it leads the other way. */
  readonly reverse: OrderHop | undefined;
}

function edgeCause({ hop, side, reverse }: LoneEdge): CauseEdit {
  const spans = { [side]: hop.span, ...(reverse?.span && { [side === "new" ? "old" : "new"]: reverse.span }) };
  const owner = { layer: "order", name: "order" } as const;
  return { kind: "group-order-changed", lower: hop.to, higher: hop.from, in: owner, ...(hop.span && spans) };
}

function edgesOnOneSide(sides: CauseSides): readonly LoneEdge[] {
  const [old, now] = [edgesOf(sides.old), edgesOf(sides.new)];
  const lone = (all: Edges, others: Edges, side: "old" | "new"): readonly LoneEdge[] => {
    const edges = [...all].filter(([key]) => !others.has(key));
    return edges.map(([, hop]) => ({ hop, side, reverse: others.get(keyOf(hop.from, hop.to)) }));
  };
  return [...lone(now, old, "new"), ...lone(old, now, "old")];
}

type Edges = ReadonlyMap<string, OrderHop>;

function edgesOf({ inventory }: CauseSide): Edges {
  const hops = [...groupStructure(inventory.groups).chains.values()].flat();
  return new Map(hops.map((hop) => [keyOf(hop.to, hop.from), hop]));
}

function keyOf(lower: string, higher: string): string {
  return `${lower}\n${higher}`;
}

function parentsCause(id: string, sides: CauseSides): CauseEdit | undefined {
  const [old, now] = [sides.old, sides.new].map((side) => side.inventory.groups.groups.get(id));
  if (old === undefined || now === undefined) return undefined;
  const at = Math.max(firstDifference(old.parents, now.parents), firstDifference(now.parents, old.parents));
  if (at === -1) return undefined;
  const [before, after] = [old.parents[at], now.parents[at]];
  const owner = { layer: "group", name: id } as const;
  return { kind: "group-parents-changed", group: id, in: owner, old: before?.origin, new: after?.origin };
}

function firstDifference(one: readonly NameMention[], other: readonly NameMention[]): number {
  return one.findIndex(({ name }, at) => name !== other[at]?.name);
}

function kinOf({ inventory }: CauseSide, id: string): ReadonlySet<string> {
  return groupStructure(inventory.groups).groups.get(id)?.ancestors ?? new Set([id]);
}

function parentIn({ inventory }: CauseSide, child: string, id: string): NameMention | undefined {
  return inventory.groups.groups.get(child)?.parents.find(({ name }) => name === id);
}

function matchOf({ members }: Group): Extract<Group["members"], { kind: "match" }>["match"] | undefined {
  return members.kind === "match" ? members.match : undefined;
}

function seenPlaces(facing: Facing, reason: CriterionReason, before: CriterionReason): { old?: Span; new?: Span } {
  const [now, then] = [reason.seen[0]?.origin, before.seen[0]?.origin];
  return { ...(now && facing.here.at(now)), ...(then && facing.there.at(then)) };
}

function places({ here, there }: Facing, inHere: Span, inThere: Span): { old?: Span; new?: Span } {
  return { ...here.at(inHere), ...there.at(inThere) };
}
