import { type Diagnostic, finding } from "../model/findings/diagnostic.ts";
import type { Inventory, ResolvedNode } from "../model/inventory/inventory.ts";
import type { PropertyLayer } from "../model/results/lineage.ts";
import { printKeys } from "../model/values/parameter-path.ts";
import type { Value } from "../model/values/value.ts";
import { latentFault } from "../resolve/orders/conflicts.ts";
import { propertiesOf } from "../resolve/policies/node-policies.ts";
import { orderFragile } from "./order-fragile.ts";
import { unmadeKnockouts } from "./unmade-knockouts.ts";

/**
 * Warnings about a node: values that only the order of a class list decides, properties whose type changes between
 * layers, group conflicts that only a later layer hides, removals that no contract makes one. Never fails.
 */
export function lintNode(node: ResolvedNode, inventory: Inventory): readonly Diagnostic[] {
  const { settings } = inventory;
  return [
    ...orderFragile(node, inventory),
    ...propertiesOf(node, settings).properties.flatMap(({ property, layers }) => typeChanges(property, layers)),
    ...node.latent.map(latentFault),
    ...unmadeKnockouts(node, settings),
  ];
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
