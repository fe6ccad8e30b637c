import { compareText } from "../../base/text-order.ts";
import { propertyConflicts } from "../../model/inventory/conflicts.ts";
import type { ResolvedNode, Step } from "../../model/inventory/resolved.ts";
import type { PropertiesView, PropertyLayer, PropertyLineage } from "../../model/results/lineage.ts";
import { entryAt, type PrefixSettings, readKey } from "../../model/values/key-prefix.ts";
import { entryOf } from "../../model/values/value.ts";

/**
 * The properties of a resolved node with the layers that define each. Listed are the names that a global, group or
 * node property sets; class and node parameters of these names are layers too. Never fails.
 */
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
