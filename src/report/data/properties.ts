import { DataValue } from "../../encoding/json.ts";
import type { PropertyConflict } from "../../model/inventory/conflicts.ts";
import type { RuntimeEntry, RuntimeProperties } from "../../model/inventory/runtime.ts";
import type { PropertiesView, PropertyLayer } from "../../model/results/lineage.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/origin.ts";

/** `heir properties NODE --json`: properties with the layers that define them, and the conflicts between groups. */
export function propertiesData({ kind, name, groups, properties, conflicts, latent }: Masked<PropertiesView>) {
  const resolved = properties.flatMap(({ property, value, layers }) => {
    return value === undefined
      ? []
      : [[property, { value: new DataValue(value), lineage: layers.map(layerData) }] as const];
  });
  return {
    v: 1,
    [kind]: name,
    groups,
    properties: new Map(resolved),
    conflicts: conflicts.map(conflictData),
    latent: latent.map(conflictData),
  };
}

function layerData({ layer, name, value, origin }: PropertyLayer) {
  return { layer, name, value: new DataValue(value), place: placeOf(origin) };
}

function conflictData({ property, groups, paths, sides }: PropertyConflict) {
  return { property, groups, paths, places: sides.map(({ origin }) => placeOf(origin)) };
}

/** The file name for what comes from the resolved properties of the node. */
export const RESOLVED = "(resolved)";

/** `heir properties NODE --runtime --json`: what an agent has with the files of `properties.d`. */
export function runtimeData(runtime: Masked<RuntimeProperties>) {
  const { node, namespaces, merged, files, errors, caseCollisions } = runtime;
  const ofEach = (data: (entry: RuntimeEntry) => unknown) => {
    return mapped(namespaces, (namespace) => mapped(namespace, data));
  };
  return {
    v: 1,
    node,
    namespaces: ofEach(({ value }) => new DataValue(value)),
    origin: ofEach(({ file = RESOLVED }) => file),
    merged: mapped(merged, (value) => new DataValue(value)),
    files: new Map(files.map(({ path, variable }) => [path, variable])),
    errors: errors.map(({ file, code, name }) => ({ file, kind: code, name })),
    caseCollisions,
  };
}

function mapped<Item>(items: ReadonlyMap<string, Item>, data: (item: Item) => unknown) {
  return new Map([...items].map(([key, item]) => [key, data(item)]));
}
