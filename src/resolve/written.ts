import type { ParameterPath } from "../model/parameter-path.ts";
import type { Settings } from "../model/settings.ts";
import { entryOf, type MapEntry, type MapValue, type Value } from "../model/value.ts";

/** What a definition says at a path, and how far the path leads inside what is written. */
export interface Written {
  /** As written; a reference or list above the path where it cannot be told what lies behind. */
  readonly value: Value;
  /** The keys that lead to it: those asked for, or fewer. */
  readonly path: ParameterPath;
}

/** What a mapping of a definition says at a path, prefixes of keys read; undefined where it says nothing. Never fails. */
export function writtenAt(map: MapValue, path: ParameterPath, settings: KeySigns): Written | undefined {
  let value: Value = map;
  for (const [depth, key] of path.entries()) {
    if (value.kind === "template" || value.kind === "list") return { value, path: path.slice(0, depth) };
    const below: Value | undefined = value.kind === "map" ? entryAt(value, key, settings)?.value : undefined;
    if (below === undefined) return undefined;
    value = below;
  }
  return { value, path };
}

/** The signs that may stand before a key. */
export type KeySigns = Pick<Settings, "dict_key_override_prefix" | "dict_key_constant_prefix">;

/** A key without the signs before it. */
export function plainKey(key: string, settings: KeySigns): string {
  const signs = [settings.dict_key_override_prefix, settings.dict_key_constant_prefix];
  let start = 0;
  while (start < key.length - 1 && signs.includes(key.charAt(start))) start += 1;
  return key.slice(start);
}

function entryAt(map: MapValue, key: string, settings: KeySigns): MapEntry | undefined {
  const plain = entryOf(map, key);
  if (plain !== undefined || map.plain) return plain;
  return map.entries.findLast((entry) => plainKey(entry.key, settings) === key);
}
