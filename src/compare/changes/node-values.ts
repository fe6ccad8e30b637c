import { namesAt } from "../../inspect/explain/names.ts";
import type { NodePolicies } from "../../model/inventory/policy.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { Change } from "../../model/results/change.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapValue, Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { policyListing, policyVariables } from "./policies.ts";
import type { ValueOptions } from "./values.ts";
import { valueChanges } from "./values.ts";

/** A resolved node and the policies that come of it. */
export interface NodeView {
  readonly node: ResolvedNode;
  readonly policies: NodePolicies;
}

/**
 * What a node has at a path from the node object on: a value, a list of names or one of them, a policy or what
 * directives declare. Undefined where it has nothing there.
 */
export function nodeValueAt(view: NodeView, path: ParameterPath): Value | undefined {
  const [section, ...keys] = path;
  switch (section) {
    case "parameters":
    case "exports":
      return valueAt(view.node[section], keys);
    case "policies":
      return writtenAt(policyListing(view.policies), keys);
    case "variables":
      return writtenAt(policyVariables(view.policies), keys);
    default:
      return namesAt(view.node, path);
  }
}

/** A mapping that policies make stands nowhere: without entries it is not there. */
function writtenAt(map: MapValue, keys: ParameterPath): Value | undefined {
  return map.entries.length === 0 ? undefined : valueAt(map, keys);
}

/** How what a node has at a path differs from what another has there. Never fails. */
export function valueChangesAt(
  old: NodeView,
  now: NodeView,
  { path, ...options }: ValueOptions & { readonly path: ParameterPath },
): readonly Change[] {
  const [before, after] = [nodeValueAt(old, path), nodeValueAt(now, path)];
  if (before === undefined) return after === undefined ? [] : [{ kind: "added", path, after }];
  if (after === undefined) return [{ kind: "removed", path, before }];
  return valueChanges(before, after, path, options);
}
