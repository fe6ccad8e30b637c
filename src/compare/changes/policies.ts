import type { NodePolicies } from "../../model/inventory/policy.ts";
import type { Change } from "../../model/results/change.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import { type MapValue, textValue, type Value } from "../../model/values/value.ts";
import { type ValueOptions, valueChanges } from "./values.ts";

/**
 * The differences between the policies of two nodes: under `policies` the directives of each policy, in the order of
 * values, under `variables` the declarations of directives. Never fails.
 */
export function policyChanges(
  before: NodePolicies,
  after: NodePolicies,
  options: Required<ValueOptions>,
): readonly Change[] {
  return [
    ...valueChanges(policyListing(before), policyListing(after), ["policies"], options),
    ...valueChanges(policyVariables(before), policyVariables(after), ["variables"], options),
  ];
}

/** A policy by its technique, and where each directive makes one by that too. */
export function policyListing({ policies }: NodePolicies): MapValue {
  const entries = policies.map(({ technique, place, directives }): readonly [string, Value] => {
    const key = technique.kind === "separated" ? `${technique.id}/${place.directive.id}` : technique.id;
    const items = directives.map(({ rule, directive }) => {
      return textValue(`${rule.id}/${directive.id}`, start(directive.file));
    });
    return [key, { kind: "list", items, origin: start(place.directive.file), plain: true }];
  });
  return mapOf(entries);
}

/** What the directives of a node declare. */
export function policyVariables(policies: NodePolicies): MapValue {
  return mapOf([...policies.variables]);
}

function mapOf(entries: readonly (readonly [string, Value])[]): MapValue {
  const origin = entries[0]?.[1].origin ?? start({ path: "", blob: "", text: "" });
  const keyed = entries.map(([key, value]) => ({ key, keyNode: textValue(key, value.origin), value }));
  return { kind: "map", entries: keyed, origin, plain: true };
}

function start(file: SourceFile): Value["origin"] {
  return { file, start: 0, end: 0 };
}
