import { DataValue } from "../../encoding/json.ts";
import type {
  ExplainedValueData,
  LayerActionData,
  LayerContributionData,
  ReferenceData,
} from "../../model/documents/explanation.ts";
import type { PlacedData } from "../../model/documents/value.ts";
import type {
  Bringer,
  ExplainedContribution,
  ExplainedLayer,
  ExplainedReference,
  Explanation,
  Route,
  Unset,
  ValueExplanation,
} from "../../model/results/explanation.ts";
import type { ComparisonEnd } from "../../model/results/printed-parts.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf, type Value } from "../../model/values/value.ts";
import { contractData } from "../contracts/contracts.ts";

/** What one value of a node consists of: `heir explain NODE PATH --json`; with `all`, also every layer of the node. */
export function explanationData(explanation: Masked<Explanation>, all: boolean) {
  const { node, parts, layers, contracts, conflict } = explanation;
  const byPosition = layersByPosition(layers);
  return {
    v: 1 as const,
    node,
    ...explainedValueData(explanation, byPosition),
    parts: parts.length > 0 ? parts.map((part) => explainedValueData(part, byPosition)) : undefined,
    conflict: conflict && { groups: conflict.groups, paths: conflict.paths },
    contracts: contracts.length > 0 ? contracts.map(contractData) : undefined,
    layers: all ? layers.map(layerData) : undefined,
  };
}

type Layers = ReadonlyMap<number, ExplainedLayer>;

function layersByPosition(layers: readonly ExplainedLayer[]): Layers {
  return new Map(layers.map((layer) => [layer.position, layer]));
}

function explainedValueData(
  { path, value, contributions }: ValueExplanation,
  layers: Layers,
): ExplainedValueData<DataValue> {
  return {
    path,
    ...(value !== undefined && placedData(value)),
    contributions: contributions.map((contribution) => contributionData(contribution, layers)),
  };
}

/** With the route to its layer, if the layer is among `layers`. */
function contributionData(contribution: ExplainedContribution, layers: Layers): LayerContributionData<DataValue> {
  const { step, position, references } = contribution;
  const layer = layers.get(position);
  return {
    position,
    layer: step.layer,
    name: step.name,
    ...layerActionData(contribution),
    ...(layer !== undefined && waysData(layer)),
    references: references.length > 0 ? references.map((each) => referenceData(each, layers)) : undefined,
  };
}

/** What a layer does, without the layer itself. */
export function layerActionData(contribution: ExplainedContribution): LayerActionData<DataValue> {
  const { action, counts, value, path, removed } = contribution;
  return {
    action,
    counts,
    value: new DataValue(value),
    path,
    place: placeOf(value.origin),
    removed: removed?.map((item) => new DataValue(item)),
  };
}

/** A reference and its target. Routes are given only for `layers`. */
export function referenceData(reference: ExplainedReference, layers: Layers = new Map()): ReferenceData<DataValue> {
  const { source, isDefault, node } = reference;
  return {
    reference: source,
    ...(node !== undefined && { node }),
    default: isDefault ? true : undefined,
    ...explainedValueData(reference, layers),
  };
}

function layerData(layer: ExplainedLayer) {
  const { step, position } = layer;
  return { position, layer: step.layer, name: step.name, place: placeOf(step.because), ...waysData(layer) };
}

function waysData({ through, again }: ExplainedLayer) {
  return { through: routeData(through), again: again.length > 0 ? again.map(routeData) : undefined };
}

function routeData(route: Route) {
  return route.map(({ kind, name, origin }) => ({ layer: kind, name, place: placeOf(origin) }));
}

/** Why a node does not have a value, and which layers define it: `heir explain NODE PATH --not --json`. */
export function unsetData({ node, there, bringers, near }: Masked<Unset>, explanation: Masked<Explanation>) {
  const explained = explainedValueData(explanation, layersByPosition(explanation.layers));
  return { v: 1, node, ...explained, there, brought_by: bringers.map(bringerData), near };
}

function bringerData({ kind, name, path, value, absence }: Bringer) {
  return {
    layer: kind,
    name,
    value: new DataValue(value),
    path,
    place: placeOf(value.origin),
    absent: absence.kind,
    listed_at: absence.kind === "unlisted" ? absence.places.map(placeOf) : undefined,
    removed_at: absence.kind === "removed" ? placeOf(absence.by) : undefined,
  };
}

/** A value and where it is defined. */
export function placedData(value: Value): PlacedData<DataValue> {
  return { value: new DataValue(value), place: placeOf(value.origin) };
}

/** A state by its title, its id and, for a commit, its subject. */
export function endData({ title, id, subject }: ComparisonEnd): ComparisonEnd {
  return { title, id, subject };
}
