import { type Diagnostic, finding } from "../model/findings/diagnostic.ts";
import type { ResolvedNode } from "../model/inventory/inventory.ts";
import type { Settings } from "../model/inventory/settings.ts";
import type { PropertyLayer } from "../model/results/lineage.ts";
import { printKeys } from "../model/values/parameter-path.ts";
import type { Value } from "../model/values/value.ts";
import { latentFault } from "../resolve/orders/conflicts.ts";
import { propertiesOf } from "../resolve/policies/node-policies.ts";

/** Warnings about properties: types that change between layers, group conflicts that only a later layer hides. */
export function lintProperties(node: ResolvedNode, settings: Settings): readonly Diagnostic[] {
  const { properties } = propertiesOf(node, settings);
  const changes = properties.flatMap(({ property, layers }) => typeChanges(property, layers));
  return [...changes, ...node.latent.map(latentFault)];
}

function typeChanges(property: string, layers: readonly PropertyLayer[]): readonly Diagnostic[] {
  return layers.slice(1).flatMap((above, at) => {
    const below = layers[at];
    const [was, is] = [below && typeOf(below.value), typeOf(above.value)];
    if (below === undefined || was === undefined || is === undefined || was === is) return [];
    const message = `${printKeys([property])} is ${was} in ${layerName(below)} and ${is} in ${layerName(above)}`;
    const related = [{ span: below.origin, caption: `${was} here` }];
    const hint = "give it one type, or a name of its own";
    return [finding("type-change", above.origin, message, { related, hint })];
  });
}

/** The type in words; undefined for null and for references, which are not resolved here. */
function typeOf(value: Value): string | undefined {
  switch (value.kind) {
    case "map":
      return "an object";
    case "list":
    case "set":
      return "a list";
    case "template":
      return undefined;
    case "scalar":
      if (value.type === "null") return undefined;
      if (value.type === "int" || value.type === "float") return "a number";
      return value.type === "bool" ? "a boolean" : "text";
  }
}

function layerName({ layer, name }: PropertyLayer): string {
  return layer === "global" ? "globals.yml" : `${layer} ${name}`;
}
