import { entryAt, type PrefixSettings } from "../../model/values/key-prefix.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapValue, Value } from "../../model/values/value.ts";

/** What a definition says at a path, and how far the path leads inside what is written. */
export interface Written {
  /** As written; a reference or list above the path where it cannot be told what lies behind. */
  readonly value: Value;
  /** The keys that lead to it: those asked for, or fewer. */
  readonly path: ParameterPath;
}

/** What a mapping of a definition says at a path, prefixes of keys read; undefined where it says nothing. Never fails. */
export function writtenAt(map: MapValue, path: ParameterPath, settings: PrefixSettings): Written | undefined {
  let value: Value = map;
  for (const [depth, key] of path.entries()) {
    if (value.kind === "template" || value.kind === "list") return { value, path: path.slice(0, depth) };
    const below: Value | undefined = value.kind === "map" ? entryAt(value, key, settings)?.value : undefined;
    if (below === undefined) return undefined;
    value = below;
  }
  return { value, path };
}
