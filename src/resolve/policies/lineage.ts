import { compareText } from "../../base/text-order.ts";
import type { ResolvedNode, Step } from "../../model/inventory/resolved.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { PropertiesView, PropertyLayer, PropertyLineage } from "../../model/results/lineage.ts";
import { entryOf, type MapEntry } from "../../model/values/value.ts";

/**
 * The properties of a resolved node with the layers that define each. Listed are the names that some global, group or
 * node property sets; class and node parameters of these names are layers too. Never fails.
 */
export function propertiesOf(
  node: Pick<ResolvedNode, "name" | "steps" | "groups" | "parameters" | "conflicts" | "latent">,
  settings: Settings,
  kind: PropertiesView["kind"] = "node",
): PropertiesView {
  const { name, steps, groups, parameters, conflicts, latent } = node;
  const names = new Set(steps.flatMap(({ modes }) => [...(modes?.keys() ?? [])]));
  const properties = [...names].sort(compareText).map((property): PropertyLineage => {
    const layers = steps.flatMap((step) => layerOf(step, property, settings) ?? []);
    return { property, layers, value: entryOf(parameters, property)?.value };
  });
  return { kind, name, groups: groups.map((group) => group.name), properties, conflicts, latent };
}

function layerOf(step: Step, property: string, settings: Settings): PropertyLayer | undefined {
  const { layer, name, parameters, modes } = step;
  const plain = entryOf(parameters, property);
  const entry = plain ?? (modes === undefined ? prefixed(step, property, settings) : undefined);
  if (entry === undefined) return undefined;
  const { key, value } = entry;
  const sign = plain !== undefined ? undefined : signOf(key.slice(0, -property.length), settings);
  return { layer, name, value, origin: value.origin, mode: modes?.get(property), sign };
}

/** A constant replaces as well, and that is the lesser part of it. */
function signOf(signs: string, { dict_key_constant_prefix: constant }: Settings): PropertyLayer["sign"] {
  return signs.includes(constant) ? "constant" : "replaces";
}

/** A parameter whose key has prefixes. */
function prefixed({ parameters }: Step, property: string, settings: Settings): MapEntry | undefined {
  if (parameters.plain) return undefined;
  const signs = [settings.dict_key_override_prefix, settings.dict_key_constant_prefix];
  return parameters.entries.findLast(({ key }) => {
    return key.endsWith(property) && [...key.slice(0, -property.length)].every((sign) => signs.includes(sign));
  });
}
