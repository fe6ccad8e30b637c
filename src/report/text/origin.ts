import type { CauseOwner } from "../../model/results/change.ts";
import type { Route } from "../../model/results/explanation.ts";
import { spanPlace, type Value } from "../../model/values/value.ts";

/** Of these the name says all. */
const NAMED_ALONE: ReadonlySet<CauseOwner["layer"]> = new Set(["order", "settings", "global", "automatic", "local"]);

/** A layer or another definition for people: `class ssh.server`, `group dc.munich`, `globals`, `order`, a file of `properties.d`. */
export function layerName({ layer, name }: CauseOwner): string {
  return NAMED_ALONE.has(layer) ? name : `${layer} ${name}`;
}

/** `web1 > group:dc.munich > ntp.client`. */
export function routeText(node: string, route: Route): string {
  return [node, ...route.map(({ kind, name }) => (kind === "group" ? `group:${name}` : name))].join(" > ");
}

/** The place of a value: `file:line`, and for a reference also the place of its target. */
export function sourceText(value: Value): string {
  const written = spanPlace(value.origin);
  if (value.kind === "template" || value.via === undefined) return written;
  return `${written} (${value.via.reference} at ${spanPlace(value.via.target)})`;
}
