import { isSameSet } from "../../base/made-once.ts";
import { type Diagnostic, finding, isError } from "../../model/findings/diagnostic.ts";
import type { Definition, NameMention } from "../../model/inventory/definition.ts";
import type { Criterion, Group, Groups } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { mappingOf, startOf } from "../../model/values/value.ts";
import { kept, keptForBoth } from "../../speed/kept.ts";
import { work } from "../../speed/work.ts";
import { type Candidate, matches } from "./match.ts";
import { emptyOrder, type GroupOrder, orderOf } from "./order.ts";
import { type GroupStructure, groupStructure, type PlacedGroup, parentTowards, unknownInNode } from "./structure.ts";

/** The groups that hold one node, and how they are laid over each other. */
export interface NodeGroups {
  /** Weakest first. Disabled ones too: what they say does not count, but the node is in them. */
  readonly groups: readonly Group[];
  readonly order: GroupOrder;
  /** Equal for equal groups in an equal order, with equal faults. */
  readonly signature: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The groups of one node in their order; none after an error in files or hierarchy. Faults are in `diagnostics`. */
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

function ordered(inventory: Inventory, membership: Membership): NodeGroups {
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

interface Membership {
  /** Ids, of disabled groups too. */
  readonly groups: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The groups that hold a node (rules G2 and G3). Only the node's own file decides, never an inherited value. Never
 * fails: unsatisfiable requests of a node or group are in `diagnostics`; a group that names a node holds it anyway.
 */
export function membershipOf({ groups }: Pick<Inventory, "groups">, node: Definition): Membership {
  return membership(groups.groups, node, groups);
}

/** The order of groups plays no part: states that differ in nothing else share the answers. */
const membership = keptForBoth("shared", found);

/** The names of the nodes in each group, in the order of the inventory. */
export function membersOf(
  inventory: Pick<Inventory, "groups" | "nodeNames" | "node">,
): ReadonlyMap<string, readonly string[]> {
  const members = new Map<string, string[]>([...inventory.groups.groups.keys()].map((id) => [id, []]));
  for (const name of inventory.nodeNames) {
    const node = inventory.node(name);
    if (node === undefined) continue;
    for (const id of membershipOf(inventory, node).groups) members.get(id)?.push(name);
  }
  return members;
}

/** The result of the list `groups` of a node: of several mentions of a group the last counts. */
export interface Wishes {
  readonly joins: ReadonlyMap<string, NameMention>;
  readonly leaves: ReadonlyMap<string, NameMention>;
}

/** The wishes of a node, or of the first of its mentions. */
export function wishesOf(mentions: readonly NameMention[]): Wishes {
  const last = new Map(mentions.map((mention) => [mention.name, mention]));
  const [joins, leaves] = [new Map<string, NameMention>(), new Map<string, NameMention>()];
  for (const [id, mention] of last) (mention.remove ? leaves : joins).set(id, mention);
  return { joins, leaves };
}

/** The group by which a node that leaves it is kept out of another: that group itself or an ancestor. */
export function leftAbove(group: PlacedGroup, { leaves }: Wishes): NameMention | undefined {
  if (leaves.size === 0) return undefined;
  for (const [id, mention] of leaves) if (group.ancestors.has(id)) return mention;
  return undefined;
}

function found(_: Groups["groups"], node: Definition, groups: Groups): Membership {
  const mentions = node.own?.groups ?? [];
  if (groups.groups.size === 0 && mentions.length === 0) return NONE;
  work.memberships += 1;
  const structure = groupStructure(groups);
  const wishes = wishesOf(mentions);
  const beyond = new Map<Criterion, Diagnostic>();
  const held = heldGroups(structure, wishes, {
    node,
    beyond: (criterion, why) => beyond.set(criterion, finding("query-limit", criterion.origin, why)),
  });
  const unknown = mentions.filter(({ name }) => !groups.groups.has(name));
  return {
    groups: held,
    diagnostics: [
      ...unknown.map((mention) => unknownInNode(node.name, mention, groups)),
      ...strays(structure, node, { wishes, held }),
      ...idleRemovals(structure, node, mentions),
      ...beyond.values(),
    ],
  };
}

const NONE: Membership = { groups: new Set(), diagnostics: [] };

function heldGroups(structure: GroupStructure, wishes: Wishes, asked: Omit<Candidate, "groups">): ReadonlySet<string> {
  const { node } = asked;
  const held = new Set<string>();
  const named = new Set(structure.naming.get(node.name));
  const isFound = (placed: PlacedGroup): boolean => {
    const { role, group, children } = placed;
    if (role === "umbrella") {
      return children.some((child) => held.has(child) && structure.groups.get(child)?.role !== "priority");
    }
    if (role === "nodes" || leftAbove(placed, wishes) !== undefined) return false;
    for (const id of placed.asked) if (!held.has(id)) return false;
    return group.members.kind !== "match" || matches(group.members.match, { ...asked, groups: held });
  };
  for (const id of structure.evaluation) {
    const placed = structure.groups.get(id);
    if (placed === undefined || wishes.leaves.has(id)) continue;
    if (wishes.joins.has(id) || named.has(id) || isFound(placed)) held.add(id);
  }
  return held;
}

/** Groups that hold the node because they name it, or it them, while something above them does not. */
function strays(
  { groups, naming }: GroupStructure,
  node: Definition,
  { wishes, held }: { readonly wishes: Wishes; readonly held: ReadonlySet<string> },
): readonly Diagnostic[] {
  const ids = new Set([...(naming.get(node.name) ?? []), ...wishes.joins.keys()]);
  return [...ids].flatMap((id): readonly Diagnostic[] => {
    const placed = groups.get(id);
    if (placed === undefined || wishes.leaves.has(id)) return [];
    const left = leftAbove(placed, wishes);
    const missing = left === undefined ? [...placed.asked].filter((above) => !held.has(above)) : [left.name];
    return missing.map((above) => {
      return notInParent(node, placed, { wishes, above, parent: parentTowards(placed, above, groups) });
    });
  });
}

function notInParent(
  node: Definition,
  { group }: PlacedGroup,
  {
    wishes,
    above,
    parent,
  }: { readonly wishes: Wishes; readonly above: string; readonly parent: NameMention | undefined },
): Diagnostic {
  const join = wishes.joins.get(group.id);
  const left = wishes.leaves.get(above);
  const names = group.members.kind === "nodes" ? group.members.nodes : [];
  const span = (join ?? names.find(({ name }) => name === node.name))?.origin;
  const act = join ? `node ${node.name} joins group ${group.id}` : `group ${group.id} names node ${node.name}`;
  const where = parent?.name === above ? `its parent ${above}` : `${above} above it`;
  const caption =
    parent?.name === above ? `${group.id} has the parent ${above}` : `${above} is above this parent of ${group.id}`;
  const why = left === undefined ? `${where} does not hold the node` : `the node leaves ${where}`;
  const remedy = left === undefined ? `put ${node.name} into ${above} as well` : `do not leave ${above}`;
  const related = [
    ...(left === undefined ? [] : [{ span: left.origin, caption: `node ${node.name} leaves ${above}` }]),
    ...(parent === undefined ? [] : [{ span: parent.origin, caption }]),
  ];
  const hint = `${remedy}, or remove the node from ${group.id}`;
  return finding("not-in-parent", span, `${act}, but ${why}`, { related, hint });
}

/** Mentions with `~` that change nothing: neither the result of the mentions before them, nor that of all together. */
function idleRemovals(
  structure: GroupStructure,
  node: Definition,
  mentions: readonly NameMention[],
): readonly Diagnostic[] {
  const heldBy = (some: readonly NameMention[]): ReadonlySet<string> => heldGroups(structure, wishesOf(some), { node });
  const idle = mentions.filter((mention, at) => {
    if (!mention.remove || !structure.groups.has(mention.name)) return false;
    const isIdleSoFar = isSameSet(heldBy(mentions.slice(0, at)), heldBy(mentions.slice(0, at + 1)));
    return isIdleSoFar && isSameSet(heldBy(mentions), heldBy(mentions.toSpliced(at, 1)));
  });
  return idle.map(({ name, origin }) =>
    finding("remove-nothing", origin, `~${name} removes nothing: node ${node.name} is not in this group`),
  );
}

/** A node that is in a group and says nothing itself. */
export function memberOf({ id, file }: Pick<Group, "id" | "file">): Definition {
  const nothing = mappingOf([], startOf(file));
  return {
    kind: "node",
    name: id,
    file,
    pathName: `./${id}`,
    classes: [],
    applications: [],
    parameters: nothing,
    exports: nothing,
    environment: undefined,
    queries: [],
    unknownSections: [],
    diagnostics: [],
  };
}

/** Why a chain cannot be added: the loop or contradiction that it makes, of all groups or on some node. Undefined if it can. */
export function newOrderFault(before: Inventory, after: Inventory): string | undefined {
  const known = orderFaults(before);
  for (const [place, message] of orderFaults(after)) if (!known.has(place)) return message;
  return undefined;
}

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
