import { valueJson } from "../../encoding/json.ts";
import type {
  ExplainedContribution,
  ExplainedLayer,
  ExplainedReference,
  Explanation,
  Route,
  ValueExplanation,
} from "../../model/results/explanation.ts";
import type { Bringer, Unset } from "../../model/results/not-set.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf, type Span } from "../../model/values/origin.ts";
import { jsonList, jsonObject, member, plainJson } from "./document.ts";

/**
 * `heir explain NODE PATH --json` (version 1, docs/reference/json.md); with `all`, also every layer of the node.
 */
export function explanationJson(explanation: Masked<Explanation>, all: boolean): string {
  const { node, parts, layers, conflict } = explanation;
  const byPosition = new Map(layers.map((layer) => [layer.position, layer]));
  const members = [
    member("v", "1"),
    member("node", plainJson(node)),
    ...valueMembers(explanation, byPosition),
    ...(parts.length === 0
      ? []
      : [
          member(
            "parts",
            jsonList(parts, (part) => jsonObject(valueMembers(part, byPosition))),
          ),
        ]),
    ...(conflict === undefined
      ? []
      : [member("conflict", plainJson({ groups: conflict.groups, paths: conflict.paths }))]),
    ...(all ? [member("layers", jsonList(layers, layerJson))] : []),
  ];
  return jsonObject(members);
}

type Layers = ReadonlyMap<number, ExplainedLayer>;

function valueMembers({ path, value, contributions }: ValueExplanation, layers: Layers): readonly string[] {
  return [
    member("path", plainJson(path)),
    ...(value === undefined ? [] : [member("value", valueJson(value)), member("place", placeJson(value.origin))]),
    member(
      "contributions",
      jsonList(contributions, (said) => contributionJson(said, layers)),
    ),
  ];
}

/** With the way to its layer, which is told where the layers of a node are at hand. */
function contributionJson(said: ExplainedContribution, layers: Layers): string {
  const { step, position, action, counts, value, path, references } = said;
  const { through, again = [] } = layers.get(position) ?? {};
  return jsonObject([
    member("position", String(position)),
    member("layer", plainJson(step.layer)),
    member("name", plainJson(step.name)),
    member("action", plainJson(action)),
    member("counts", String(counts)),
    member("value", valueJson(value)),
    member("path", plainJson(path)),
    member("place", placeJson(value.origin)),
    ...(through === undefined ? [] : [member("through", routeJson(through))]),
    ...(again.length === 0 ? [] : [member("again", jsonList(again, routeJson))]),
    ...(references.length === 0
      ? []
      : [
          member(
            "references",
            jsonList(references, (each) => referenceJson(each, layers)),
          ),
        ]),
  ]);
}

/** Without layers at hand, the ways to them are left out. */
export function referenceJson(reference: ExplainedReference, layers: Layers = new Map()): string {
  return jsonObject([member("reference", plainJson(reference.source)), ...valueMembers(reference, layers)]);
}

function layerJson({ step, position, through, again }: ExplainedLayer): string {
  return jsonObject([
    member("position", String(position)),
    member("layer", plainJson(step.layer)),
    member("name", plainJson(step.name)),
    member("place", placeJson(step.because)),
    member("through", routeJson(through)),
    ...(again.length === 0 ? [] : [member("again", jsonList(again, routeJson))]),
  ]);
}

function routeJson(route: Route): string {
  return plainJson(route.map(({ kind, name, origin }) => ({ layer: kind, name, place: placeOf(origin) })));
}

function placeJson(origin: Span): string {
  return plainJson(placeOf(origin));
}

/** `heir explain NODE PATH --not --json` (version 1, docs/reference/json.md). */
export function unsetJson({ node, there, bringers, near }: Masked<Unset>, explanation: Masked<Explanation>): string {
  const byPosition = new Map(explanation.layers.map((layer) => [layer.position, layer]));
  return jsonObject([
    member("v", "1"),
    member("node", plainJson(node)),
    ...valueMembers(explanation, byPosition),
    member("there", plainJson(there)),
    member("brought_by", jsonList(bringers, bringerJson)),
    member("near", plainJson(near)),
  ]);
}

function bringerJson({ kind, name, path, value, absence }: Bringer): string {
  return jsonObject([
    member("layer", plainJson(kind)),
    member("name", plainJson(name)),
    member("value", valueJson(value)),
    member("path", plainJson(path)),
    member("place", placeJson(value.origin)),
    member("absent", plainJson(absence.kind)),
    ...(absence.kind === "unlisted" ? [member("listed_at", jsonList(absence.places, placeJson))] : []),
    ...(absence.kind === "removed" ? [member("removed_at", placeJson(absence.by))] : []),
  ]);
}
