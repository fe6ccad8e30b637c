import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ImpactTarget, WrittenValue } from "../../model/results/impact.ts";
import type { User } from "../../model/results/uses.ts";
import type { PrefixSettings } from "../../model/values/key-prefix.ts";
import { placeOf, type Span } from "../../model/values/origin.ts";
import { isAlong, type ParameterPath } from "../../model/values/parameter-path.ts";
import { isMap, textValue, type Value } from "../../model/values/value.ts";
import { layerAt, writtenLeaves } from "../../written/written.ts";
import { pathAt } from "../../written/written-at.ts";
import { defaultLayers, type WrittenLayer } from "./defaults.ts";
import { contentOf, type Writer, writers } from "./writers.ts";

/**
 * The layers in which a target is written, each with the values that the target means. Names in lists are among them only where a
 * line or a path is meant.
 */
export function writtenLayers(inventory: Inventory, target: ImpactTarget): readonly WrittenLayer[] {
  if (target.kind === "path") {
    const layers = writers(inventory).flatMap((each) => [...layersOf(each, inventory), ...namesOf(each)]);
    const isMeant = (written: WrittenValue): boolean => isFor(written, target.path);
    return [...meantIn(layers, isMeant), ...defaultLayers(inventory, target.path)].filter(
      ({ values }) => values.length > 0,
    );
  }
  const { file, line, of } = target;
  if (of.kind === "contract") {
    const names = inventory.namesOfFile(file);
    const defaults = defaultLayers(inventory).filter(({ map }) => names.includes(map.origin.file.path));
    return line === undefined ? defaults : meantIn(defaults, (written) => isOnLine(written, line));
  }
  const content = contentOf(inventory, file);
  if (line === undefined) return content.flatMap((each) => layersOf(each, inventory));
  const layers = content.flatMap((each) => [...layersOf(each, inventory), ...namesOf(each)]);
  return meantIn(layers, (written) => isOnLine(written, line));
}

function meantIn(
  layers: readonly WrittenLayer[],
  isMeant: (written: WrittenValue) => boolean,
): readonly WrittenLayer[] {
  return layers.map(({ map, values }) => ({ map, values: values.filter(isMeant) }));
}

function layersOf({ by, sections }: Writer, { settings }: Inventory): readonly WrittenLayer[] {
  return sections.map(([section, map]) => ({ map, values: writtenValues(by, { section, map, settings }) }));
}

/** Names in the lists of which a node has the names, each a layer of its own. Other names arrange groups, rules and directives. */
function namesOf({ by, names }: Writer): readonly WrittenLayer[] {
  return names.flatMap(({ section, mention: { name, remove, origin } }) => {
    if (section === undefined) return [];
    const value = textValue(remove ? `~${name}` : name, origin);
    return [{ map: value, values: [{ by, path: [section, name], key: origin, value }] }];
  });
}

/** Whether a value is at a path or below it, or above it and may hold the value at the path. */
function isFor({ path, value }: WrittenValue, asked: ParameterPath): boolean {
  const mayHold = value.kind === "template" || value.kind === "list" || path.length >= asked.length;
  return mayHold && isAlong(path, asked);
}

/** Every value that a layer writes in one of its sections, in the order written, with the prefixes of keys read. */
export function writtenValues(
  by: User,
  { section, map, settings }: { readonly section: string; readonly map: Value; readonly settings: PrefixSettings },
): readonly WrittenValue[] {
  if (!isMap(map)) return [{ by, path: [section], key: map.origin, value: map }];
  return writtenLeaves(map, settings, [section]).flatMap(({ path, entry, value }) => {
    return entry === undefined ? [] : [{ by, path, key: entry.keyNode.origin, value }];
  });
}

function isOnLine({ key, value: { origin } }: WrittenValue, line: number): boolean {
  const last = { ...origin, start: Math.max(origin.start, origin.end - 1) };
  return placeOf(key).line <= line && line <= placeOf(last).line;
}

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
