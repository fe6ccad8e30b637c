import type { ExplainedContribution, ExplainedLayer } from "../../model/results/explanation.ts";
import type { WhyLayer } from "../../model/results/why.ts";
import { stepKey } from "../cause.ts";

/** The layers of a node on one side, weakest first, and their contributions to one value. */
export interface LayersOf {
  readonly layers: readonly ExplainedLayer[];
  readonly contributions: readonly ExplainedContribution[];
}

/**
 * The layers of both sides in the order of the new side, weakest first. A layer that only the old side has goes before
 * the first one that was above it, and before new ones there. Without `all`, only those that contribute. Never fails.
 */
export function bothLayers(old: LayersOf, now: LayersOf, all = false): readonly WhyLayer[] {
  const before = new Map(old.layers.map((layer, at) => [stepKey(layer.step), { layer, at }]));
  const kept = new Set(now.layers.map(({ step }) => stepKey(step)));
  const merged: WhyLayer[] = [];
  let done = 0;
  const pass = (end: number): void => {
    for (const layer of old.layers.slice(done, end)) {
      if (!kept.has(stepKey(layer.step))) merged.push(rowOf([layer, undefined], [old, now]));
    }
    done = Math.max(done, end);
  };
  const nextKept = (): number => {
    const next = old.layers.findIndex(({ step }, at) => at >= done && kept.has(stepKey(step)));
    return next === -1 ? old.layers.length : next;
  };
  for (const layer of now.layers) {
    const former = before.get(stepKey(layer.step));
    pass(former === undefined ? nextKept() : former.at);
    done = Math.max(done, (former?.at ?? -1) + 1);
    merged.push(rowOf([former?.layer, layer], [old, now]));
  }
  pass(old.layers.length);
  if (all) return merged;
  return merged.filter((row) => [row.old, row.new].some((side) => (side?.contributions.length ?? 0) > 0));
}

type Pair<Item> = readonly [old: Item, now: Item];

function rowOf([old, now]: Pair<ExplainedLayer | undefined>, [before, after]: Pair<LayersOf>): WhyLayer {
  const { layer, name } = (now ?? old)?.step ?? { layer: "automatic", name: "" };
  return { layer, name, old: sideOf(old, before), new: sideOf(now, after) };
}

function sideOf(layer: ExplainedLayer | undefined, { contributions }: LayersOf): WhyLayer["old"] {
  if (layer === undefined) return undefined;
  const { position } = layer;
  return { position, contributions: contributions.filter((each) => each.position === position) };
}
