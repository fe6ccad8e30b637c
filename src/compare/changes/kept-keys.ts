import type { ResolvedNode } from "../../model/inventory/inventory.ts";
import type { Change } from "../../model/results/change.ts";
import type { KeptKey } from "../../model/results/comparison.ts";
import { entryOf, isMap, type Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import type { Identities } from "../identity.ts";

/**
 * Keys of a node that a layer no longer has, as it has the same value below another key now, and that have a value all the
 * same: another layer gives it. Only for values that this adds to the node. Never fails.
 */
export function keptKeys(
  changes: readonly Change[],
  { old, now }: { readonly old: ResolvedNode; readonly now: ResolvedNode },
  identities: Identities,
): readonly KeptKey[] {
  return changes.flatMap(({ kind, path: to, cause }) => {
    const [section, ...keys] = to;
    const key = keys.pop();
    if (kind !== "added" || section !== "parameters" || key === undefined || cause?.kind !== "value-added") return [];
    const written = ({ steps }: ResolvedNode): Value | undefined => {
      const own = steps.find(({ layer, name }) => layer === cause.in.layer && name === cause.in.name);
      return own && valueAt(own.parameters, keys);
    };
    const [before, after, whole] = [written(old), written(now), valueAt(now.parameters, keys)];
    if (!isMap(before) || !isMap(after) || !isMap(whole)) return [];
    const value = entryOf(after, key)?.value;
    return before.entries.flatMap((entry): readonly KeptKey[] => {
      const kept = entryOf(after, entry.key) === undefined ? entryOf(whole, entry.key)?.value : undefined;
      if (kept === undefined || value === undefined || !identities.same(entry.value, value)) return [];
      return [{ node: now.name, from: [section, ...keys, entry.key], to, place: kept.origin }];
    });
  });
}
