import { valueJson } from "../../encoding/json.ts";
import type { Impact, ValueImpact } from "../../model/results/impact.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/origin.ts";
import { jsonList, jsonObject, member, plainJson } from "./document.ts";

/** `heir impact --json` (version 1, docs/reference/json.md). */
export function impactJson({ target, values, nodes, total, unresolved }: Masked<Impact>): string {
  return jsonObject([
    member("v", "1"),
    member("target", plainJson(target)),
    member("values", jsonList(values, valueImpactJson)),
    member("nodes", plainJson(nodes)),
    member("looked_at", plainJson({ nodes: total })),
    ...(unresolved.length === 0 ? [] : [member("unresolved", plainJson(unresolved))]),
  ]);
}

function valueImpactJson({ by, path, key, value, wins, joined, overridden, feeds }: ValueImpact): string {
  const instead = overridden.map((each) => ({
    ...(each.by !== undefined && { layer: each.by.layer, name: each.by.name }),
    ...(each.origin !== undefined && { place: placeOf(each.origin) }),
    nodes: each.nodes,
  }));
  const fed = feeds.map((each) => ({ path: each.path, place: placeOf(each.origin), nodes: each.nodes }));
  return jsonObject([
    member("by", plainJson(by)),
    member("path", plainJson(path)),
    member("place", plainJson(placeOf(key))),
    member("value", valueJson(value)),
    member("wins", plainJson(wins)),
    member("joined", plainJson(joined)),
    member("overridden", plainJson(instead)),
    member("feeds", plainJson(fed)),
  ]);
}
