import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { ActingGroups, GroupPair } from "./acting.ts";
import { differing, type OrderResult, outcomeAt, outcomeText, type Slot, slotPath } from "./outcome.ts";
import type { Orders } from "./vary.ts";

/** A path whose value differs between orders, and the groups whose exchange as neighbours changes it. */
export interface OpenPath {
  /** From the section on; empty for the whole node. */
  readonly path: ParameterPath;
  readonly pairs: readonly GroupPair[];
}

/** An open path, with the ids of the groups whose order matters. */
export interface OpenQuestion {
  readonly path: ParameterPath;
  /** Sorted. */
  readonly groups: readonly string[];
  readonly pairs: readonly (readonly [string, string])[];
}

export interface Varied {
  readonly orders: Orders;
  readonly results: readonly OrderResult[];
  /** The groups that may matter, where exchanges are not known. */
  readonly touching: readonly GroupPair[];
}

/** The paths of some names that are open, and the groups of which the exchange of two neighbours changes each. */
export function openSlots(slots: Iterable<Slot>, varied: Varied): readonly OpenPath[] {
  return [...slots].flatMap((slot) => {
    const all = varied.results.map((result) => result.slots.get(slot));
    return differing(all).map((keys): OpenPath => {
      const text = (result: OrderResult): string => outcomeText(outcomeAt(result.slots.get(slot), keys));
      return { path: [...slotPath(slot), ...keys], pairs: mattering(varied, text) };
    });
  });
}

/** The names of a list that only some orders give. */
export function openNames(section: "classes" | "applications", varied: Varied): readonly OpenPath[] {
  const names = new Set(varied.results.flatMap((result) => result[section] ?? []));
  return [...names].flatMap((name): readonly OpenPath[] => {
    const text = (result: OrderResult): string => String(result[section]?.includes(name));
    if (new Set(varied.results.map(text)).size < 2) return [];
    return [{ path: [section, name], pairs: mattering(varied, text) }];
  });
}

/** The pairs whose exchange as neighbours changes a text about the result. */
export function mattering(varied: Varied, text: (result: OrderResult) => string): readonly GroupPair[] {
  const { orders, results, touching } = varied;
  if (orders.exchanges === undefined) return touching;
  const texts = results.map(text);
  const found = orders.exchanges.flatMap(({ one, other, pairs }) => (texts[one] === texts[other] ? [] : pairs));
  return [...new Map(found.map((pair) => [String(pair), pair])).values()];
}

/** The pairs of some groups that nothing orders. */
export function unorderedAmong(items: ReadonlySet<number>, { unordered }: ActingGroups): readonly GroupPair[] {
  return unordered.filter(([one, other]) => items.has(one) && items.has(other));
}
