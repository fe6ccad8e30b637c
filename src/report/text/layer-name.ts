import type { Step } from "../../model/inventory/inventory.ts";
import type { Route } from "../../model/results/explanation.ts";

/** The name of a layer for people: `class ssh.server`, `group dc.munich`, `globals`, `_reclass_`, a file of `properties.d`. */
export function layerName({ layer, name }: Pick<Step, "layer" | "name">): string {
  return layer === "global" || layer === "automatic" || layer === "local" ? name : `${layer} ${name}`;
}

/** `web1 > group:dc.munich > ntp.client`. */
export function routeText(node: string, route: Route): string {
  return [node, ...route.map(({ kind, name }) => (kind === "group" ? `group:${name}` : name))].join(" > ");
}
