import type { NodePolicies, RuleDirective } from "../../model/inventory/policy.ts";
import type { RuntimeProperties } from "../../model/inventory/runtime.ts";
import type { Span } from "../../model/values/origin.ts";
import { type ListValue, type MapValue, mappingOf, textValue, type Value } from "../../model/values/value.ts";

/** Each technique that the node runs, in order, with the directives that it runs as `RULE/DIRECTIVE`; each directive of a separated one by itself. */
export function policiesValue({ policies }: NodePolicies, origin: Span): MapValue {
  const entries = policies.map(({ technique, place, directives }): readonly [string, ListValue] => {
    const key = technique.kind === "separated" ? `${technique.id}/${place.directive.id}` : technique.id;
    const items = directives.map((pair) => textValue(`${pair.rule.id}/${pair.directive.id}`, listedAt(pair)));
    return [key, { kind: "list", items, origin: listedAt(place), plain: true }];
  });
  return mappingOf(entries, entries[0]?.[1].origin ?? origin);
}

/** Policies, and what the agent finds at run time. */
export interface AgentData {
  readonly policies: NodePolicies;
  readonly runtime: RuntimeProperties;
}

/** Every variable with its last value that stays: what a directive declares, or what the agent merges. */
export function variablesValue(data: AgentData, origin: Span): MapValue {
  const { variables, merges, mergedLast } = data.policies;
  const merged = merges.length === 0 ? new Map<string, Value>() : data.runtime.merged;
  const names = new Set([...variables.keys(), ...merged.keys()]);
  const entries = [...names].flatMap((name): readonly (readonly [string, Value])[] => {
    const both = [variables.get(name), merged.get(name)];
    const [value] = (mergedLast.has(name) ? both.toReversed() : both).filter((each) => each !== undefined);
    return value === undefined ? [] : [[name, value]];
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

/** Where a rule lists a directive. */
function listedAt({ rule, directive }: RuleDirective): Span {
  return rule.directives.find(({ name }) => name === directive.id)?.origin ?? rule.nameOrigin;
}
