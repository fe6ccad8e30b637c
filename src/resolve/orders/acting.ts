import type { Group } from "../../model/inventory/group.ts";
import { kept } from "../../speed/kept.ts";
import type { NodeGroups } from "../groups/node-groups.ts";

/** Two groups, by their places. */
export type GroupPair = readonly [number, number];

/** The groups of a node that have content, in an allowed order, and the known facts about their order. */
export interface ActingGroups {
  readonly groups: readonly Group[];
  /** For each the groups that are below it, as bits. */
  readonly below: readonly bigint[];
  /** Pairs without an order, the smaller index first. */
  readonly unordered: readonly GroupPair[];
  /** The most states to explore; where there are more, a few orders that differ much are tried. */
  readonly mostStates: number;
}

/** The most states to explore for a node and name (rule G6 in docs/concepts/groups.md). */
const MOST_STATES = 20_000;

/** Computed once for groups in one order: nodes share it. */
export function actingGroups({ groups: held, order }: Pick<NodeGroups, "groups" | "order">): ActingGroups {
  return ordered(order, held);
}

const ordered = kept("shared", (order: NodeGroups["order"], held: readonly Group[]): ActingGroups => {
  const enabled = held.filter((group) => group.enabled);
  const groups = enabled.filter(({ classes, properties }) => classes.length + properties.properties.length > 0);
  let below: readonly bigint[] | undefined;
  // Where each is over the one before, all are ordered.
  const isChain = groups.every(({ id }, at) => at === 0 || order.isBelow(groups[at - 1]?.id ?? "", id));
  return {
    groups,
    unordered: isChain ? [] : unorderedPairs(groups, order),
    mostStates: MOST_STATES,
    get below() {
      below ??= groups.map(({ id }) => bits(groups, (other) => order.isBelow(other.id, id)));
      return below;
    },
  };
});

function unorderedPairs(groups: readonly Group[], order: NodeGroups["order"]): ActingGroups["unordered"] {
  return groups.flatMap(({ id }, one) =>
    groups.flatMap(({ id: second }, other): readonly GroupPair[] =>
      one < other && !order.isBelow(id, second) && !order.isBelow(second, id) ? [[one, other]] : [],
    ),
  );
}

function bits(groups: readonly Group[], isMeant: (group: Group) => boolean): bigint {
  const digits = groups.map((group) => (isMeant(group) ? "1" : "0")).reverse();
  return digits.length === 0 ? 0n : BigInt(`0b${digits.join("")}`);
}
