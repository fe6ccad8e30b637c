import type { Settings } from "../../model/inventory/settings.ts";
import { trimmed } from "../../model/values/trimmed.ts";
import { entryOf, type MapEntry, type MapValue } from "../../model/values/value.ts";
import { hasBareKeys, noteBareKeys } from "../merge/bare-keys.ts";
import type { Branch, PathSet } from "./path-set.ts";
import { isOpen, keyOf } from "./written-paths.ts";

/**
 * What a mapping of a definition has at some paths. `frame`: mappings above them alone, without a value. `values`: values, and nothing
 * that decides more than these. `firm`: keys with a prefix, or no mapping, above a path.
 */
export type PartKind = "nothing" | "frame" | "values" | "firm";

/** What a section of a definition has at some paths. */
export function kindOfPart(map: MapValue, paths: PathSet, settings: Settings): PartKind {
  return kindBelow(map, paths.root, settings);
}

const RANK: readonly PartKind[] = ["nothing", "frame", "values", "firm"];

function kindBelow(map: MapValue, branch: ReadonlyMap<string, Branch>, settings: Settings): PartKind {
  if (!isOpen(map, settings)) return map.entries.length === 0 ? "nothing" : "firm";
  const areBare = hasBareKeys(map, settings);
  let kind: PartKind = "nothing";
  for (const [key, next] of branch) {
    const entry = areBare ? entryOf(map, key) : map.entries.find((each) => keyOf(each, settings) === key);
    if (entry !== undefined) kind = stronger(kind, kindOfEntry(entry, key, { next, settings }));
  }
  return kind;
}

interface Below {
  readonly next: Branch;
  readonly settings: Settings;
}

function kindOfEntry({ key, value }: MapEntry, bare: string, { next, settings }: Below): PartKind {
  if (next === "whole") return "values";
  if (value.kind !== "map" || bare !== key) return "firm";
  return stronger("frame", kindBelow(value, next, settings));
}

function stronger(one: PartKind, other: PartKind): PartKind {
  return RANK.indexOf(one) < RANK.indexOf(other) ? other : one;
}

/** A section of a definition with the values that meet some paths. A mapping above such a path stays, if only an empty one. */
export function reducedMap(map: MapValue, paths: PathSet, settings: Settings): MapValue {
  return below(map, paths.root, settings);
}

function below(map: MapValue, branch: Branch, settings: Settings): MapValue {
  if (branch === "whole" || !isOpen(map, settings)) return map;
  const entries: MapEntry[] = [];
  let isSame = true;
  for (const entry of map.entries) {
    const { key, keyNode, value } = entry;
    const bare = keyOf(entry, settings);
    const next = branch.get(bare);
    const part = next !== undefined && value.kind === "map" && bare === key ? below(value, next, settings) : value;
    if (next !== undefined) entries.push(part === value ? entry : { key, keyNode, value: part });
    isSame &&= next !== undefined && part === value;
  }
  if (isSame) return map;
  const part = { ...map, entries: trimmed(entries) };
  if (hasBareKeys(map, settings)) noteBareKeys(part);
  return part;
}

/** Which mappings above some paths any of some mappings has, as text. */
export function framesIn(maps: readonly MapValue[], { root }: PathSet): string {
  return framesBelow(maps, root);
}

function framesBelow(maps: readonly MapValue[], branch: ReadonlyMap<string, Branch>): string {
  let text = "";
  for (const [key, next] of branch) {
    if (next === "whole") continue;
    const inner = maps.flatMap((map) => {
      const value = entryOf(map, key)?.value;
      return value?.kind === "map" ? [value] : [];
    });
    if (inner.length > 0) text += `${JSON.stringify(key)}{${framesBelow(inner, next)}}`;
  }
  return text;
}
