import { Explainer } from "../../inspect/explain/explain.ts";
import type { Diagnostic, Related } from "../../model/findings/diagnostic.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { walkNode } from "../../resolve/node.ts";

/** The layers besides the one at the place of a finding that took part in its value, on one node. */
export function otherLayers(inventory: Inventory, name: string, { span, path = [] }: Diagnostic): readonly Related[] {
  const { ancestry } = walkNode(inventory, name);
  const found = new Explainer(inventory, ancestry).contributions({
    section: "parameters",
    path: path.slice(1).map(String),
  });
  return found.flatMap(({ step, value: { origin } }) => {
    if (origin.file.path === span?.file.path && origin.start === span.start) return [];
    return [{ span: origin, caption: `${step.layer} ${step.name} says it too` }];
  });
}
