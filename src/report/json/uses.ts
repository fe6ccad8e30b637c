import { valueJson } from "../../encoding/json.ts";
import type { Use, Uses } from "../../model/results/uses.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/origin.ts";
import { jsonList, jsonObject, member, plainJson } from "./document.ts";

/** `heir uses --json` (version 1, docs/reference/json.md). */
export function usesJson(all: readonly Masked<Uses>[]): string {
  return jsonObject([member("v", "1"), member("targets", jsonList(all, targetJson))]);
}

function targetJson({ target, uses, nodes, total, unresolved }: Uses): string {
  return jsonObject([
    member("target", plainJson(target)),
    member("uses", jsonList(uses, useJson)),
    member("nodes", plainJson(nodes)),
    member("looked_at", plainJson({ nodes: total })),
    ...(unresolved.length === 0 ? [] : [member("unresolved", plainJson(unresolved))]),
  ]);
}

function useJson({ how, by, text, value, path, origin }: Use): string {
  return jsonObject([
    member("how", plainJson(how)),
    member("by", plainJson(by)),
    ...(value === undefined ? [member("text", plainJson(text))] : [member("value", valueJson(value))]),
    ...(path.length === 0 ? [] : [member("path", plainJson(path))]),
    member("place", plainJson(placeOf(origin))),
  ]);
}
