import { contentText, mergeSteps } from "../merge/merge.ts";
import type { ActingGroups } from "./acting.ts";
import type { Contest } from "./contest.ts";
import { type Exchange, explore, type LayingTask, probes } from "./explore.ts";
import { modesInForce, type NodeLayers, narrowedLayers, stepsInOrder } from "./layers.ts";
import { hasBit, type Slot } from "./outcome.ts";

/** Orders of groups that together give all results, or as many as could be explored. */
export interface Orders {
  /** Each over all groups, by their places. */
  readonly orders: readonly (readonly number[])[];
  /** Orders that differ by the exchange of two neighbours, by their places among the orders; undefined if not known. */
  readonly exchanges: readonly Exchange[] | undefined;
  /** Whether no other order has another result. */
  readonly isComplete: boolean;
}

/** The orders that lay some names differently. Only the groups that say something of them are exchanged. */
export function ordersFor(slots: ReadonlySet<Slot>, { acting, contest, layers }: OrdersContext): Orders {
  const exchanged = new Set([...slots].flatMap((slot) => remaining(slot, { acting, contest })));
  const items = [...exchanged].sort((one, other) => one - other);
  const pairs = new Set([...slots].flatMap((slot) => contest.contested.get(slot) ?? []).map(String));
  const narrowed = narrowedLayers(layers, slots);
  const inAll = (order: readonly number[]): readonly number[] => order.flatMap((at) => items[at] ?? []);
  const below = items.map((item) => {
    const mask = acting.below[item];
    return items.reduce((bits, each, at) => (hasBit(mask, each) ? bits | (1n << BigInt(at)) : bits), 0n);
  });
  const isHidden = hiding(slots, items, contest);
  const task: LayingTask<{ readonly order: readonly number[] }> = {
    below,
    depends: (one, other) => pairs.has(String([items[one], items[other]].sort((a = 0, b = 0) => a - b))),
    start: { order: [] },
    lay: ({ order }, item) => ({ order: [...order, item] }),
    key: ({ order }) => (isHidden(order) ? "" : laidText(narrowed, inAll(order))),
  };
  const found = explore(task, acting.mostStates);
  const whole = (order: readonly number[]): readonly number[] => extended(inAll(order), acting);
  if (found === undefined) return { orders: probes(below).map(whole), exchanges: undefined, isComplete: false };
  const exchanges = found.exchanges?.map(({ pairs: some, ...ends }) => ({
    ...ends,
    pairs: some.map(([first, second]) => [items[first] ?? 0, items[second] ?? 0] as const),
  }));
  return { orders: found.ends.map(({ order }) => whole(order)), exchanges, isComplete: true };
}

/** Whether each of the items that are still to be laid replaces all that is laid, for each name: it cannot be seen later. */
function hiding(
  slots: ReadonlySet<Slot>,
  items: readonly number[],
  { touching, replaces }: Contest,
): (order: readonly number[]) => boolean {
  const defining = [...slots].map((slot) =>
    items.map((item) => {
      if (touching.get(slot)?.has(item) !== true) return undefined;
      const others = items.filter((other) => other !== item);
      return replaces(slot, item, others);
    }),
  );
  return (order) => {
    const laid = new Set(order);
    return defining.every((each) => {
      const next = each.filter((isReplacing, at) => isReplacing !== undefined && !laid.has(at));
      return next.length > 0 && !next.includes(false);
    });
  };
}

/** The groups that define a name, without those that a group above them replaces completely. */
function remaining(slot: Slot, { acting, contest }: Pick<OrdersContext, "acting" | "contest">): readonly number[] {
  const items = [...(contest.touching.get(slot) ?? [])];
  const isUnder = (item: number, top: number): boolean => hasBit(acting.below[top], item);
  return items.filter((item) => {
    const tops = items.filter((top) => isUnder(item, top));
    return !tops.some((top) => {
      const under = items.filter((each) => isUnder(each, top));
      return contest.replaces(slot, top, under);
    });
  });
}

export interface OrdersContext {
  readonly acting: ActingGroups;
  readonly contest: Contest;
  readonly layers: NodeLayers;
}

/** The result of some groups as text; equal where later layers cannot see a difference. */
function laidText(layers: NodeLayers, order: readonly number[]): string {
  const steps = stepsInOrder(layers, order, "groups");
  const { settings, rules } = layers;
  const context = { settings, rules, report: () => {} };
  const texts = [contentText(mergeSteps(steps, "parameters", context)), modesInForce(layers, order)];
  return [...texts, contentText(mergeSteps(steps, "exports", context))].join("\0");
}

/** An allowed order of all groups in which some are laid one after the other. */
function extended(order: readonly number[], { below }: ActingGroups): readonly number[] {
  const chained = new Map(order.map((item, at) => [item, at === 0 ? undefined : order[at - 1]]));
  const laid = new Set<number>();
  const result: number[] = [];
  while (result.length < below.length) {
    const next = below.findIndex((mask, item) => {
      if (laid.has(item)) return false;
      const before = chained.get(item);
      if (before !== undefined && !laid.has(before)) return false;
      return below.every((_, each) => laid.has(each) || !hasBit(mask, each));
    });
    if (next === -1) break;
    laid.add(next);
    result.push(next);
  }
  return result;
}
