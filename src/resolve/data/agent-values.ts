import { mentionOf, type NodePolicies, pairText } from "../../model/inventory/policy.ts";
import type { RuntimeProperties } from "../../model/inventory/runtime.ts";
import type { Span } from "../../model/values/origin.ts";
import { type ListValue, type MapValue, mappingOf, textValue, type Value } from "../../model/values/value.ts";

/** Each technique that the node runs, in order, with the directives that it runs as `RULE/DIRECTIVE`; each directive of a separated one by itself. */
export function policiesValue({ policies }: NodePolicies, origin: Span): MapValue {
  const entries = policies.map(({ technique, place, directives }): readonly [string, ListValue] => {
    const key = technique.kind === "separated" ? `${technique.id}/${place.directive.id}` : technique.id;
    const items = directives.map((pair) => textValue(pairText(pair), mentionOf(pair).origin));
    return [key, { kind: "list", items, origin: mentionOf(place).origin, plain: true }];
  });
  return mappingOf(entries, entries[0]?.[1].origin ?? origin);
}

/** Policies, and what the agent finds at run time. */
export interface AgentData {
  readonly policies: NodePolicies;
  readonly runtime: RuntimeProperties;
  isMerged(name: string): boolean;
}

/** Every variable with its last value that stays: what a directive declares, or what the agent merges. */
export function variablesValue(data: AgentData, origin: Span): MapValue {
  const { variables, mergedLast } = data.policies;
  const entries = [...new Set([...variables.keys(), ...mergedLast])].flatMap((name) => {
    const value = data.isMerged(name) ? data.runtime.merged.get(name) : variables.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return mappingOf(entries, entries[0]?.[1].origin ?? origin);
}

/** Keys by namespace. */
export type RuntimeKeys = ReadonlyMap<string, ReadonlySet<string>>;

/** The keys that a file of `properties.d` sets. */
export function fileKeys({ namespaces }: RuntimeProperties): RuntimeKeys {
  return new Map(
    [...namespaces].map(([name, keys]) => {
      return [name, new Set([...keys].flatMap(([key, { file }]) => (file === undefined ? [] : [key])))];
    }),
  );
}

/** The namespaces of the agent with some of their keys. */
export function runtimeValue(runtime: RuntimeProperties, keys: readonly RuntimeKeys[], origin: Span): MapValue {
  const namespaces = [...runtime.namespaces].flatMap(([name, all]): readonly (readonly [string, Value])[] => {
    const entries = [...all].filter(([key]) => keys.some((each) => each.get(name)?.has(key)));
    const at = entries[0]?.[1].keyOrigin ?? origin;
    const members = entries.map(([key, { value, keyOrigin }]) => [key, value, keyOrigin] as const);
    return members.length === 0 ? [] : [[name, mappingOf(members, at)]];
  });
  return mappingOf(namespaces, namespaces[0]?.[1].origin ?? origin);
}
