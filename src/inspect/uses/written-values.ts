import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ImpactTarget, WrittenValue } from "../../model/results/impact.ts";
import type { User } from "../../model/results/uses.ts";
import { bareKey, type PrefixSettings, prefixCharacters } from "../../model/values/key-prefix.ts";
import { placeOf } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapValue } from "../../model/values/value.ts";
import { sayers } from "./of-values.ts";
import { sayersIn } from "./target.ts";

/** Values that one layer writes, and the mapping by which the layer is known among the steps of a node. */
export interface WrittenLayer {
  readonly map: MapValue;
  readonly values: readonly WrittenValue[];
}

/** The layers that a target is about, with those of their values that it means. */
export function writtenLayers(inventory: Inventory, target: ImpactTarget): readonly WrittenLayer[] {
  const { settings } = inventory;
  if (target.kind === "path") {
    const isMeant = (written: WrittenValue): boolean => isFor(written, target.path);
    return sayers(inventory).flatMap(({ by, says }) => {
      const layers = says.map(([section, map]) => {
        return { map, values: writtenValues(by, { section, map, settings }).filter(isMeant) };
      });
      return layers.filter(({ values }) => values.length > 0);
    });
  }
  const { file, line } = target;
  const isMeant = (written: WrittenValue): boolean => line === undefined || isOnLine(written, line);
  return sayersIn(inventory, file).flatMap(({ target: of, sections }) =>
    sections.map(([section, map]) => {
      const by: User = of === undefined || of.kind === "path" ? { kind: "global", name: "globals" } : of;
      return { map, values: writtenValues(by, { section, map, settings }).filter(isMeant) };
    }),
  );
}

/** Whether a value stands at a path or below it, or above it and may hold what stands there. */
function isFor({ path, value }: WrittenValue, asked: ParameterPath): boolean {
  const mayHold = value.kind === "template" || value.kind === "list" || path.length >= asked.length;
  return mayHold && isAlong(path, asked);
}

/** Whether one of two paths leads to the other. */
export function isAlong(one: ParameterPath, other: ParameterPath): boolean {
  return one.every((key, index) => index >= other.length || other[index] === key);
}

/** Every value that a layer writes in one of its sections, in the order written, with the keys that folding makes. */
export function writtenValues(
  by: User,
  { section, map, settings }: { readonly section: string; readonly map: MapValue; readonly settings: PrefixSettings },
): readonly WrittenValue[] {
  return leavesOf(map, [section], settings).map((leaf) => ({ by, ...leaf }));
}

/** Without settings, keys are taken as written. */
function leavesOf(map: MapValue, above: ParameterPath, settings?: PrefixSettings): readonly Omit<WrittenValue, "by">[] {
  return map.entries.flatMap(({ key: written, keyNode, value }) => {
    const key = map.plain || settings === undefined ? written : bareKey(written, prefixCharacters(settings));
    const path = [...above, key];
    if (value.kind !== "map" || value.entries.length === 0) return [{ path, key: keyNode.origin, value }];
    return leavesOf(value, path, key === written ? settings : undefined);
  });
}

function isOnLine({ key, value: { origin } }: WrittenValue, line: number): boolean {
  const last = { ...origin, start: Math.max(origin.start, origin.end - 1) };
  return placeOf(key).line <= line && line <= placeOf(last).line;
}
