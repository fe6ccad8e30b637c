import { DataValue } from "../../encoding/json.ts";
import type { PlainImpact } from "../../model/documents/history.ts";
import type { Impact, ValueImpact } from "../../model/results/impact.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { Use, Uses } from "../../model/results/uses.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/value.ts";

/** `heir uses --json`: what uses each of some targets. */
export function usesData(all: readonly Masked<Uses>[], leftOut: readonly LeftOut[]) {
  return { v: 1, targets: all.map((each) => targetData(each, leftOut)) };
}

function targetData({ target, uses, nodes, total, unresolved }: Uses, leftOut: readonly LeftOut[]) {
  return {
    target,
    uses: uses.map(useData),
    nodes,
    looked_at: { nodes: total, left_out: leftOut },
    unresolved: unresolved.length > 0 ? unresolved : undefined,
  };
}

function useData({ how, by, text, value, path, origin }: Use) {
  return {
    how,
    by,
    ...(value === undefined ? { text } : { value: new DataValue(value) }),
    path: path.length > 0 ? path : undefined,
    place: placeOf(origin),
  };
}

/** `heir impact --json`: what an edit would touch, with places instead of spans. */
export function impactData(
  { target, values, nodes, total, unresolved }: Masked<Impact>,
  leftOut: readonly LeftOut[],
): PlainImpact<DataValue> {
  return {
    v: 1,
    target,
    values: values.map(valueImpactData),
    nodes,
    looked_at: { nodes: total, left_out: leftOut },
    unresolved: unresolved.length > 0 ? unresolved : undefined,
  };
}

function valueImpactData(impact: ValueImpact) {
  const { by, path, key, value, wins, joined, overridden, feeds } = impact;
  return {
    by,
    path,
    place: placeOf(key),
    value: new DataValue(value),
    wins,
    joined,
    overridden: overridden.map((each) => ({
      layer: each.by?.layer,
      name: each.by?.name,
      place: each.origin && placeOf(each.origin),
      nodes: each.nodes,
    })),
    feeds: feeds.map((each) => ({ path: each.path, place: placeOf(each.origin), nodes: each.nodes })),
  };
}
