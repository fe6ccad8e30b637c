import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ResolvedNode, Step } from "../../model/inventory/resolved.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { ValueLayer } from "../../model/values/value-place.ts";
import { writtenAt } from "../../written/written-at.ts";

/** A layer of some of the wanted nodes. */
export interface WantedLayer extends ValueLayer {
  readonly nodes: readonly string[];
  /** How late it comes, at the latest, among the layers of a node. */
  readonly order: number;
  /** Whether it says the path now, or something above it that is no mapping. */
  readonly says: boolean;
  /** Whether what an earlier layer of a node says there would be merged with a list or a mapping. */
  readonly merges: boolean;
}

/** The layers of nodes that a value can be written to: each file once, the strongest last. */
export function wantedLayers(
  inventory: Inventory,
  nodes: Iterable<ResolvedNode>,
  path: ParameterPath,
): readonly WantedLayer[] {
  const layers = new Map<string, WantedLayer>();
  for (const node of nodes) {
    let merges = false;
    for (const [order, step] of node.steps.entries()) {
      const said = saidBy(step, path, inventory);
      const layer = layerOf(step, inventory);
      if (layer !== undefined) {
        const known = layers.get(layer.file);
        layers.set(layer.file, {
          ...layer,
          nodes: known?.nodes.includes(node.name) === true ? known.nodes : [...(known?.nodes ?? []), node.name],
          order: Math.max(known?.order ?? 0, order),
          says: known?.says === true || said !== undefined,
          merges: known?.merges === true || merges,
        });
      }
      merges ||= said === "collection";
    }
  }
  return [...layers.values()].sort((one, other) => one.order - other.order);
}

function saidBy(
  step: Step,
  [section, ...keys]: ParameterPath,
  { settings }: Inventory,
): "scalar" | "collection" | undefined {
  const map = section === "exports" ? step.exports : step.parameters;
  const written = writtenAt(map, keys, settings);
  if (written === undefined) return undefined;
  return written.value.kind === "scalar" ? "scalar" : "collection";
}

/** The file of a step that a value can be written to; undefined for contracts and automatic parameters. */
export function layerOf({ layer, name }: Step, inventory: Inventory): ValueLayer | undefined {
  const file = fileOf(layer, name, inventory);
  if (file === undefined || layer === "default" || layer === "automatic" || layer === "directive" || layer === "local")
    return undefined;
  return { layer, name, file };
}

function fileOf(layer: Step["layer"], name: string, inventory: Inventory): string | undefined {
  switch (layer) {
    case "class":
    case "node":
      return inventory.fileOf(layer, name);
    case "group":
      return inventory.groups.groups.get(name)?.file.path;
    case "global":
      return inventory.groups.globals.values.origin.file.path;
    case "default":
    case "automatic":
    case "directive":
    case "local":
      return undefined;
  }
}
