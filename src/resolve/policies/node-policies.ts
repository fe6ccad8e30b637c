import { compareText } from "../../base/text-order.ts";
import { propertyConflicts } from "../../model/inventory/conflicts.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory, ResolvedNode, Step } from "../../model/inventory/inventory.ts";
import type { NodePolicies, RuntimeProperties } from "../../model/inventory/policy.ts";
import type { PropertiesView, PropertyLayer, PropertyLineage } from "../../model/results/lineage.ts";
import { entryAt, type PrefixSettings, readKey } from "../../model/values/key-prefix.ts";
import { entryOf, type Value } from "../../model/values/value.ts";
import { membershipOf } from "../groups/node-groups.ts";
import { nodePolicies } from "./policies.ts";
import { NodeProfile } from "./profile.ts";
import { runtimeProperties } from "./runtime.ts";
import { ruleApplies, ruleReaches } from "./targets.ts";

/** The policies of a resolved node; see `nodePolicies`. Templates can use all its parameters, those of classes too. */
export function policiesOfNode(inventory: Inventory, node: ResolvedNode): NodePolicies {
  if (node.conflicts.length > 0) {
    // What is decided may be filled in with the decided part of what is not.
    const profile = new NodeProfile(inventory, node.definition);
    const open = new Set(profile.openVariables().map(({ path: [, name = ""] }) => name));
    return nodePolicies({ ...profile.request(), open });
  }
  return nodePolicies({
    inventory,
    node: node.definition,
    groups: new Set(node.groups.map(({ name }) => name)),
    properties: new Map(node.parameters.entries.map(({ key, value }) => [key, value])),
  });
}

/** The values that the agent of a resolved node has at run time, with the files of `properties.d`. */
export function runtimeOf(inventory: Inventory, node: ResolvedNode, { merges }: NodePolicies): RuntimeProperties {
  const [resolved, files] = [propertyValues(inventory, node), inventory.runtimeFiles(node.name)];
  return runtimeProperties({ node: node.name, resolved, files, merges });
}

/** The resolved properties of a node by name, without those in conflict. */
export function propertyValues(inventory: Inventory, node: ResolvedNode): ReadonlyMap<string, Value> {
  const { properties } = propertiesOf(node, inventory.settings);
  const known = properties.flatMap(({ property, value }) => (value === undefined ? [] : [[property, value] as const]));
  return new Map(known);
}

/** Rules, directives and techniques that reach a node, as text: equal texts and equal nodes mean equal policies. */
export function policiesRead(inventory: Inventory, node: Definition): string {
  const { rules, directives, techniques } = inventory.policies();
  const { groups } = membershipOf(inventory, node);
  const read = [...rules.values()].flatMap((rule) => {
    if (!ruleApplies(inventory, rule) || !ruleReaches(rule, { node, groups })) return [];
    const used = rule.directives.flatMap(({ name }) => directives.get(name) ?? []);
    const of = used.flatMap(({ technique }) => techniques.get(technique?.name ?? "") ?? []);
    return [rule, ...used, ...of].map(({ id, file }) => `${id} ${file.blob}`);
  });
  return read.join("\n");
}

/** The properties that globals, groups or the node set, with their layers; parameters of these names are layers too. */
export function propertiesOf(
  node: Pick<ResolvedNode, "name" | "steps" | "groups" | "parameters" | "conflicts" | "latent">,
  settings: PrefixSettings,
  kind: PropertiesView["kind"] = "node",
): PropertiesView {
  const { name, steps, groups, parameters } = node;
  const [conflicts, latent] = [propertyConflicts(node.conflicts), propertyConflicts(node.latent)];
  const names = new Set(steps.flatMap(({ modes }) => [...(modes?.keys() ?? [])]));
  const properties = [...names].sort(compareText).map((property): PropertyLineage => {
    const layers = steps.flatMap((step) => layerOf(step, property, settings) ?? []);
    return { property, layers, value: entryOf(parameters, property)?.value };
  });
  return { kind, name, groups: groups.map((group) => group.name), properties, conflicts, latent };
}

function layerOf(step: Step, property: string, settings: PrefixSettings): PropertyLayer | undefined {
  const { layer, name, parameters, modes } = step;
  const entry = modes === undefined ? entryAt(parameters, property, settings) : entryOf(parameters, property);
  if (entry === undefined) return undefined;
  const { key, value } = entry;
  const prefix = key === property ? undefined : readKey(key, settings).prefixes.at(-1);
  return { layer, name, value, origin: value.origin, mode: modes?.get(property), prefix };
}
