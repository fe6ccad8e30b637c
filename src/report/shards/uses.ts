import { grouped } from "../../base/grouped.ts";
import { compareText } from "../../base/text-order.ts";
import { documentJson } from "../../encoding/json.ts";
import type { Uses } from "../../model/results/uses.ts";
import { derived } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/origin.ts";
import { comparePlaces } from "./parts.ts";

/** What uses some targets, from what was found among the nodes of each share. */
export function joinedUses(shares: readonly (readonly Masked<Uses>[])[]): readonly Masked<Uses>[] {
  return (shares[0] ?? []).map((first, at) => {
    const same = shares.flatMap((each) => each[at] ?? []);
    return derived(first, (target) => ({ ...target, ...joined(same) }));
  });
}

function joined(shares: readonly Uses[]): Omit<Uses, "target"> {
  return {
    uses: usesOfAll(shares),
    nodes: shares.flatMap(({ nodes }) => nodes).sort(compareText),
    total: shares.reduce((sum, { total }) => sum + total, 0),
    unresolved: shares.flatMap(({ unresolved }) => unresolved).sort(compareText),
  };
}

/** A share that has any use at a place has all of them, in order. */
function usesOfAll(shares: readonly Uses[]): Uses["uses"] {
  const places = new Map<string, Uses["uses"]>();
  for (const { uses } of shares) {
    for (const [key, same] of grouped(uses, ({ origin }) => documentJson(placeOf(origin)))) {
      if (!places.has(key)) places.set(key, same);
    }
  }
  return [...places.values()]
    .sort(([one], [other]) => comparePlaces(one && placeOf(one.origin), other && placeOf(other.origin)))
    .flat();
}
