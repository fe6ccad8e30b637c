import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ImpactTarget, WrittenValue } from "../../model/results/impact.ts";
import type { User } from "../../model/results/uses.ts";
import type { PrefixSettings } from "../../model/values/key-prefix.ts";
import { placeOf } from "../../model/values/origin.ts";
import { isAlong, type ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapValue } from "../../model/values/value.ts";
import { writtenLeaves } from "../../written/written.ts";
import { defaultLayers } from "./defaults.ts";
import { contentOf, writers } from "./writers.ts";

/** Values that one layer writes, and its mapping, by which it is found among the steps of a node. */
export interface WrittenLayer {
  readonly map: MapValue;
  readonly values: readonly WrittenValue[];
}

/** The layers in which a target is written, each with the values that the target means. */
export function writtenLayers(inventory: Inventory, target: ImpactTarget): readonly WrittenLayer[] {
  const { settings } = inventory;
  if (target.kind === "path") {
    const isMeant = (written: WrittenValue): boolean => isFor(written, target.path);
    const written = writers(inventory).flatMap(({ by, sections }) => {
      const layers = sections.map(([section, map]) => {
        return { map, values: writtenValues(by, { section, map, settings }).filter(isMeant) };
      });
      return layers.filter(({ values }) => values.length > 0);
    });
    return [...written, ...defaultLayers(inventory, target.path).filter(({ values }) => values.length > 0)];
  }
  const { file, line } = target;
  const isMeant = (written: WrittenValue): boolean => line === undefined || isOnLine(written, line);
  if (target.of.kind === "contract") {
    const names = inventory.namesOfFile(file);
    const defaults = defaultLayers(inventory).filter(({ map }) => names.includes(map.origin.file.path));
    return defaults.map(({ map, values }) => ({ map, values: values.filter(isMeant) }));
  }
  return contentOf(inventory, file).flatMap(({ target: of, sections }) =>
    sections.map(([section, map]) => {
      const by: User = of === undefined || of.kind === "path" ? { kind: "global", name: "globals" } : of;
      return { map, values: writtenValues(by, { section, map, settings }).filter(isMeant) };
    }),
  );
}

/** Whether a value is at a path or below it, or above it and may hold the value at the path. */
function isFor({ path, value }: WrittenValue, asked: ParameterPath): boolean {
  const mayHold = value.kind === "template" || value.kind === "list" || path.length >= asked.length;
  return mayHold && isAlong(path, asked);
}

/** Every value that a layer writes in one of its sections, in the order written, with the prefixes of keys read. */
export function writtenValues(
  by: User,
  { section, map, settings }: { readonly section: string; readonly map: MapValue; readonly settings: PrefixSettings },
): readonly WrittenValue[] {
  return writtenLeaves(map, settings, [section]).flatMap(({ path, entry, value }) => {
    return entry === undefined ? [] : [{ by, path, key: entry.keyNode.origin, value }];
  });
}

function isOnLine({ key, value: { origin } }: WrittenValue, line: number): boolean {
  const last = { ...origin, start: Math.max(origin.start, origin.end - 1) };
  return placeOf(key).line <= line && line <= placeOf(last).line;
}
