import { DataValue } from "../../encoding/json.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { Use, Uses } from "../../model/results/uses.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/origin.ts";

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
    ...(unresolved.length > 0 && { unresolved }),
  };
}

/** One place that uses a target. */
function useData({ how, by, text, value, path, origin }: Use) {
  return {
    how,
    by,
    ...(value === undefined ? { text } : { value: new DataValue(value) }),
    ...(path.length > 0 && { path }),
    place: placeOf(origin),
  };
}
