import type { Contribution } from "../../model/results/contribution.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import type { Fallback, ValueRules } from "../../resolve/merge/value-rules.ts";
import { stepBeside } from "./direct.ts";

/** What the default of a contract gives at a path, and whether the node has it there. */
export interface DefaultContribution {
  readonly contribution: Contribution;
  readonly counts: boolean;
  /** What the contract says about the value, for people. */
  readonly description: string | undefined;
}

/**
 * The default at a path, or above it: rule K36 of docs/concepts/contracts.md. `value` is what the node has at the path;
 * undefined if no contract has a default there.
 */
export function defaultAt(
  rules: ValueRules | undefined,
  path: ParameterPath,
  value: Value | undefined,
): DefaultContribution | undefined {
  const found = fallbackAlong(rules, path);
  const given = found && valueAt(found.fallback.value, path.slice(found.depth));
  if (found === undefined || given === undefined) return undefined;
  const { of, path: place, description } = found.fallback.contract;
  const counts = value?.origin.file === of.file;
  const step = stepBeside("default", of.id, place.origin);
  const action = counts ? "set" : "hidden";
  return { contribution: { step, position: 0, action, keepsBelow: false, value: given, path }, counts, description };
}

/** The default nearest to a path, and how many keys lead to it. */
function fallbackAlong(
  rules: ValueRules | undefined,
  keys: readonly string[],
): { readonly fallback: Fallback; readonly depth: number } | undefined {
  let [at, found]: [ValueRules | undefined, ReturnType<typeof fallbackAlong>] = [rules, undefined];
  for (const [depth, key] of keys.entries()) {
    at = at?.next(key);
    if (at?.fallback !== undefined) found = { fallback: at.fallback, depth: depth + 1 };
  }
  return found;
}
