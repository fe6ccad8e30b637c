import { policyListing } from "../compare/changes/policies.ts";
import type { NodePolicies } from "../model/inventory/policy.ts";

/** Whether policies that both sides have are in another order: the agent runs them one after the other. */
export function isReordered(before: NodePolicies, after: NodePolicies): boolean {
  const [old, now] = [before, after].map((each) => policyListing(each).entries.map(({ key }) => key));
  const common = (keys: readonly string[] = [], others: readonly string[] = []) => {
    const known = new Set(others);
    return keys.filter((key) => known.has(key));
  };
  const [left, right] = [common(old, now), common(now, old)];
  return left.some((key, index) => key !== right[index]);
}
