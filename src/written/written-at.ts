import { entryAt, type PrefixSettings, readKey, replacesBelow } from "../model/values/key-prefix.ts";
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
  const { value, depth } = writtenTowards(layer, path, settings);
  const mayHold = depth === path.length || value.kind === "template" || value.kind === "list";
  return mayHold ? { value, path: path.slice(0, depth) } : undefined;
}

/** How far a layer leads towards a path. */
export interface WrittenTowards {
  /** At the path, or what has no such key: a mapping, or anything else above the path. */
  readonly value: Value;
  /** How many keys lead to it. */
  readonly depth: number;
  /** One of these keys replaces what is below it. */
  readonly replaces: boolean;
}

/** The value that a layer writes at a path, or the nearest above it. Never fails. */
export function writtenTowards(layer: Value, path: ParameterPath, settings: PrefixSettings): WrittenTowards {
  let [value, replaces] = [layer, false];
  for (const [depth, key] of path.entries()) {
    const entry = value.kind === "map" ? entryAt(value, key, settings) : undefined;
    if (entry === undefined) return { value, depth, replaces };
    replaces ||= entry.key !== key && replacesBelow(readKey(entry.key, settings));
    value = entry.value;
  }
  return { value, depth: path.length, replaces };
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
