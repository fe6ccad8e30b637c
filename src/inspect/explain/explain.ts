import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Contribution } from "../../model/results/explanation.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { linearise } from "../../resolve/ancestry/linearise.ts";
import { rulesAlong, type ValueRules } from "../../resolve/contracts/value-rules.ts";
import { type AskedValue, Explainer } from "../../resolve/merge/explainer.ts";
import { givenNode, resolveNode } from "../../resolve/node.ts";
import { stepBeside } from "./direct.ts";

/**
 * What each layer of a node does to one value, weakest first (rules M1 to M9 of docs/concepts/merge.md). A value behind
 * a reference belongs to the layer that holds the reference. If the node does not resolve, the result is partial.
 * Throws HeirError for an unknown node.
 */
export function explainValue(inventory: Inventory, name: string, asked: AskedValue): readonly Contribution[] {
  const definition = givenNode(inventory, name);
  // Only properties of groups can be in conflict.
  const resolved = inventory.groups.groups.size === 0 ? undefined : resolveNode(inventory, name).node;
  return new Explainer(inventory, linearise(inventory, definition), resolved).contributions(asked);
}

/** What the default of a contract gives at a path, and whether the node has it there. */
interface DefaultContribution {
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
  const along = rulesAlong(rules, path);
  const depth = along.findLastIndex((at) => at?.fallback !== undefined);
  const fallback = along[depth]?.fallback;
  const given = fallback && valueAt(fallback.value, path.slice(depth + 1));
  if (fallback === undefined || given === undefined) return undefined;
  const { of, path: place, description } = fallback.contract;
  const counts = value?.origin.file === of.file;
  const step = stepBeside("default", of.id, place.origin);
  const action = counts ? "set" : "hidden";
  return { contribution: { step, position: 0, action, keepsBelow: false, value: given, path }, counts, description };
}
