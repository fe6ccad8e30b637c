import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Span } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { layerAt } from "../../written/written.ts";
import { pathAt } from "../../written/written-at.ts";
import { contentOf } from "./writers.ts";

/** The path of the innermost value of a definition, its key included, in which a place begins; undefined for any other place. */
export function writtenPathOf(inventory: Inventory, place: Span): ParameterPath | undefined {
  for (const { sections } of contentOf(inventory, place.file.path)) {
    for (const [section, layer] of sections) {
      const path = pathAt(layer, place, inventory.settings);
      if (path !== undefined) return [section, ...path];
    }
  }
  return undefined;
}

/** The paths of the values at the top of what a file defines, each once, in the order written. */
export function topPathsIn(inventory: Inventory, file: string): readonly ParameterPath[] {
  const all = contentOf(inventory, file).flatMap(({ sections }) => {
    return sections.flatMap(([section, layer]) => {
      return layerAt(layer)
        .parts(inventory.settings)
        .map(({ key }): ParameterPath => [section, key]);
    });
  });
  return [...new Map(all.map((path) => [path.join(" "), path])).values()];
}
