import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { MergeOperand, VariableMerge } from "../../model/inventory/policy.ts";
import type { Namespace } from "../../model/inventory/runtime.ts";
import type { MapValue, Value } from "../../model/values/value.ts";
import { valueUnder } from "../policies/property-lookup.ts";
import { mergeKinds, mergeUndefined } from "./faults.ts";

/** A merge without a result, and the variable that is left out. */
interface MergeFault {
  readonly name: string;
  readonly diagnostic: Diagnostic;
}

/** The variables that merges make, as `variable_dict_merge_tolerant` does; of one variable the last merge counts. */
export function mergedVariables(
  merges: readonly VariableMerge[],
  namespaces: ReadonlyMap<string, Namespace>,
): { readonly merged: ReadonlyMap<string, Value>; readonly faults: readonly MergeFault[] } {
  const merged = new Map<string, Value>();
  const faults = merges.flatMap((merge) => {
    const result = tolerantMerge(merge, namespaces);
    if ("code" in result) {
      merged.delete(merge.name);
      return [{ name: merge.name, diagnostic: result }];
    }
    merged.set(merge.name, result);
    return [];
  });
  return { merged, faults };
}

/**
 * The second operand merged over the first, key by key on the first level only; lists are joined. With one operand
 * undefined the other is the result.
 */
function tolerantMerge(merge: VariableMerge, namespaces: ReadonlyMap<string, Namespace>): Value | Diagnostic {
  const [first, second] = [operand(merge.first, namespaces), operand(merge.second, namespaces)];
  if (first === undefined || second === undefined) return first ?? second ?? mergeUndefined(merge);
  if (first.kind === "list" && second.kind === "list") {
    return { ...first, items: [...first.items, ...second.items], origin: merge.origin };
  }
  if (first.kind === "map" && second.kind === "map") return overlaid(first, second, merge);
  return mergeKinds(merge);
}

function operand({ namespace, keys }: MergeOperand, namespaces: ReadonlyMap<string, Namespace>): Value | undefined {
  const [key = "", ...deeper] = keys;
  let value = namespaces.get(namespace)?.get(key)?.value;
  for (const next of deeper) value = value === undefined ? undefined : valueUnder(value, next);
  return value;
}

function overlaid(first: MapValue, second: MapValue, { origin }: VariableMerge): MapValue {
  const entries = new Map([...first.entries, ...second.entries].map((entry) => [entry.key, entry]));
  return { kind: "map", entries: [...entries.values()], origin, plain: first.plain && second.plain };
}
