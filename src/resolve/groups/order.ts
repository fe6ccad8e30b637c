import { addTo } from "../../base/text-order.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Groups } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { keptByText } from "../../speed/kept.ts";
import { work } from "../../speed/work.ts";
import { type Hops, inPostorder, loopsAmong } from "./loops.ts";
import { BitMatrix, Relations } from "./relations.ts";
import { type GroupStructure, groupStructure, type OrderHop, orderContradiction, orderCycle } from "./structure.ts";

export interface GroupOrder {
  /** All of them, each after those below it; where nothing decides, the smallest id (in UTF-16 units) first. */
  readonly linear: readonly string[];
  /** Whether the first is below the second in every allowed order. */
  isBelow(lower: string, higher: string): boolean;
  /** Equal for equal groups in an equal order. */
  readonly signature: string;
  /** Contradictions, which leave a pair without order, and loops, which leave all of them without. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The order of the groups that hold a node (rule G5), by the hierarchy, the chains of `order.yml` and the parent lists
 * of the groups held. An edge also orders what is below its two ends, unless a nearer edge decides otherwise. Ids
 * without a group do not count. Never fails: groups that cannot be ordered are in `diagnostics`.
 */
export function orderOf({ groups }: Pick<Inventory, "groups">, held: ReadonlySet<string>): GroupOrder {
  const structure = groupStructure(groups);
  const ids = [...held].filter((id) => structure.groups.has(id)).sort();
  return orders(groups, ids.join("\0"), () => makeOrder(ids, hopsInForce(structure, ids)));
}

const orders = keptByText("shared", (_: Groups, _ids, make: () => GroupOrder) => make());

/** The order of no groups at all. */
export const emptyOrder: GroupOrder = { linear: [], isBelow: () => false, signature: "", diagnostics: [] };

function hopsInForce({ groups, chains }: GroupStructure, held: readonly string[]): Hops<OrderHop> {
  const further = new Map<string, OrderHop[]>();
  for (const id of held) {
    for (const line of groups.get(id)?.lines ?? []) addTo(further, line.from, line);
  }
  return (id) => [...(groups.get(id)?.overParents ?? []), ...(chains.get(id) ?? []), ...(further.get(id) ?? [])];
}

function makeOrder(held: readonly string[], hops: Hops<OrderHop>): GroupOrder {
  work.orders += 1;
  const { order: reached, isLooped } = inPostorder(held, (id) => hops(id).map(({ to }) => to));
  if (isLooped) return broken(held, loopsAmong(reached.toSorted(), hops));
  const relations = new Relations(reached, hops);
  const place = new Map(reached.map((id, at) => [id, at]));
  const groups = held.map((id): HeldGroup => ({ id, at: place.get(id) ?? 0 }));
  const { direct, disputes } = pairwise(groups, relations);
  const order = closed(groups, direct);
  // Of the loops that lifted edges close one is enough: others lead over the same edges.
  if (order === undefined) {
    return broken(held, loopsAmong(reached.toSorted(), withLifted(groups, relations, hops)).slice(0, 1));
  }
  return {
    ...order,
    diagnostics: disputes.map(([one, other]) => {
      const reasons = [relations.reason(one.at, other.at), relations.reason(other.at, one.at)] as const;
      return orderContradiction(one.id, other.id, reasons);
    }),
  };
}

function broken(held: readonly string[], loops: readonly (readonly OrderHop[])[]): GroupOrder {
  const signature = `${held.join("\0")}\0loop`;
  return { linear: held, isBelow: () => false, signature, diagnostics: loops.map(orderCycle) };
}

/** A group that holds the node, and its place in the relations. */
interface HeldGroup {
  readonly id: string;
  readonly at: number;
}

type Pair = readonly [HeldGroup, HeldGroup];

/** What is below what, before it is put together: a row for each group with those below it. */
function pairwise(groups: readonly HeldGroup[], relations: Relations) {
  const direct = new BitMatrix(groups.length);
  const disputes: Pair[] = [];
  for (const [high, one] of groups.entries()) {
    for (const [low, other] of groups.entries()) {
      if (low === high) break;
      work.pairs += 1;
      const verdict = relations.verdict(one.at, other.at);
      if (verdict === "over") direct.add(high, low);
      else if (verdict === "under") direct.add(low, high);
      else if (verdict === "disputed") disputes.push([one, other]);
    }
  }
  return { direct, disputes: highest(disputes, relations) };
}

/** Disputes but for those between groups below the groups of another, which follow from it. */
function highest(disputes: readonly Pair[], relations: Relations): readonly Pair[] {
  const kept: Pair[] = [];
  const isAbove = ([first, second]: Pair, one: HeldGroup, other: HeldGroup): boolean =>
    relations.isAbove(first.at, one.at) && relations.isAbove(second.at, other.at);
  const height = ([one, other]: Pair): number => one.at + other.at;
  // An ancestor has a place before that of the group, so that what others follow from comes first.
  for (const pair of disputes.toSorted((left, right) => height(left) - height(right))) {
    const [one, other] = pair;
    if (!kept.some((above) => isAbove(above, one, other) || isAbove(above, other, one))) kept.push(pair);
  }
  return kept;
}

/** The smallest order that has all pairs, of ready groups the first one next; undefined when they make a loop. */
function closed(groups: readonly HeldGroup[], direct: BitMatrix): Omit<GroupOrder, "diagnostics"> | undefined {
  const all = new BitMatrix(groups.length);
  const index = new Map(groups.map(({ id }, at) => [id, at]));
  const lower = groups.map((_, high) => direct.count(high));
  const placed: number[] = [];
  for (let next = lower.indexOf(0); next !== -1; next = lower.indexOf(0)) {
    lower[next] = -1;
    // The latest first: most of what is below it is then below this one already.
    for (let at = placed.length - 1; at >= 0; at -= 1) {
      const low = placed[at] ?? 0;
      if (!direct.has(next, low) || all.has(next, low)) continue;
      all.add(next, low);
      all.addRow(next, low);
    }
    placed.push(next);
    for (let high = 0; high < lower.length; high += 1) if (direct.has(high, next)) lower[high] = (lower[high] ?? 0) - 1;
  }
  if (placed.length < groups.length) return undefined;
  return {
    linear: placed.flatMap((at) => groups[at]?.id ?? []),
    isBelow(one, other) {
      const [low, high] = [index.get(one), index.get(other)];
      return low !== undefined && high !== undefined && all.has(high, low);
    },
    signature: [...groups.map(({ id }) => id), all.text()].join("\0"),
  };
}

/** The written steps, and those that follow for groups below the ends of edges. */
function withLifted(groups: readonly HeldGroup[], relations: Relations, hops: Hops<OrderHop>): Hops<OrderHop> {
  const liftedFrom = (one: HeldGroup) => groups.flatMap((other) => liftedHop(one, other, relations));
  const lifted = new Map(groups.map((one) => [one.id, liftedFrom(one)]));
  return (id) => [...hops(id), ...(lifted.get(id) ?? [])];
}

function liftedHop(one: HeldGroup, other: HeldGroup, relations: Relations): readonly OrderHop[] {
  if (relations.isOrdered(one.at, other.at) || relations.verdict(one.at, other.at) !== "over") return [];
  const edges = relations.reason(one.at, other.at);
  const caption = `${one.id} is over ${other.id}, since ${edges[0]?.from} is over ${edges.at(-1)?.to}`;
  return [{ kind: "lifted", from: one.id, to: other.id, span: edges[0]?.span, caption }];
}
