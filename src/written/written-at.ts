import { entryAt, type PrefixSettings } from "../model/values/key-prefix.ts";
import type { Span } from "../model/values/origin.ts";
import { isAlong, type ParameterPath } from "../model/values/parameter-path.ts";
import type { Value } from "../model/values/value.ts";
import { written } from "./written.ts";

/** The value of a layer at a path. */
export interface WrittenAt {
  /** As written; if a reference or list is above the path, that one, since it may hold the value. */
  readonly value: Value;
  /** The keys that lead to it: the path asked for, or its beginning. */
  readonly path: ParameterPath;
}

/** The value of a layer at a path, with the prefixes of keys read; undefined if there is none. */
export function writtenAt(layer: Value, path: ParameterPath, settings: PrefixSettings): WrittenAt | undefined {
  let value = layer;
  for (const [depth, key] of path.entries()) {
    if (value.kind === "template" || value.kind === "list") return { value, path: path.slice(0, depth) };
    const below: Value | undefined = value.kind === "map" ? entryAt(value, key, settings)?.value : undefined;
    if (below === undefined) return undefined;
    value = below;
  }
  return { value, path };
}

/** The path of the innermost value of a layer, its key included, in which a place begins; undefined for any other place. */
export function pathAt(layer: Value, place: Span, settings: PrefixSettings): ParameterPath | undefined {
  const isIn = ({ origin: { file, start, end } }: Pick<Value, "origin">) =>
    file.path === place.file.path && start <= place.start && place.start < end;
  let found: ParameterPath | undefined;
  for (const { path, entry, value } of written(layer, settings, { enters: () => true })) {
    const isInside = found === undefined || (path.length === found.length + 1 && isAlong(found, path));
    if (isInside && (isIn(value) || (entry !== undefined && isIn(entry.keyNode)))) found = path;
  }
  return found;
}
