import type { KeyPrefix, PrefixSettings } from "../model/values/key-prefix.ts";
import { entryAt, isBareKey, prefixCharacters, readKey, replacesBelow } from "../model/values/key-prefix.ts";
import { isAlong, type ParameterPath } from "../model/values/parameter-path.ts";
import type { MapEntry, MapValue, Span, Value } from "../model/values/value.ts";

const NO_PREFIXES: readonly KeyPrefix[] = [];

/** What is known of a value without what it is in. */
type Part = Pick<Written, "key" | "entry" | "value" | "prefixes" | "isText">;

/** A value as a layer writes it. */
export class Written {
  /** Without prefixes; the index of an item of a list. */
  readonly key: string;
  /** The entry of its mapping, with its key in the file; undefined for an item of a list, and for a layer as a whole. */
  readonly entry: MapEntry | undefined;
  readonly value: Value;
  readonly prefixes: readonly KeyPrefix[];
  /** Whether prefixes of keys inside the value are plain text: in lists, and below a key with a prefix (rule M8). */
  readonly isText: boolean;
  /** What it is in; the path of a layer as a whole. */
  private readonly above: Written | ParameterPath;

  constructor({ key, entry, value, prefixes, isText }: Part, above: Written | ParameterPath) {
    this.key = key;
    this.entry = entry;
    this.value = value;
    this.prefixes = prefixes;
    this.isText = isText;
    this.above = above;
  }

  /** Its keys, from the path of the layer on. Most values are walked without being asked for it. */
  get path(): ParameterPath {
    return this.above instanceof Written ? [...this.above.path, this.key] : this.above;
  }

  /** The last key of the path that is no index of an item. */
  get name(): string {
    if (!(this.above instanceof Written)) return this.above.at(-1) ?? "";
    return this.entry === undefined ? this.above.name : this.key;
  }

  /** The values right inside it, in the order written. */
  parts(settings: PrefixSettings): readonly Written[] {
    const { value } = this;
    if (value.kind === "map") return this.members(value, settings);
    if (value.kind !== "list") return [];
    return value.items.map((item, index) => {
      const key = String(index);
      return new Written({ key, entry: undefined, value: item, prefixes: NO_PREFIXES, isText: true }, this);
    });
  }

  private members(map: MapValue, settings: PrefixSettings): readonly Written[] {
    const { isText } = this;
    // Nothing in a plain mapping has a prefix.
    const characters = isText || map.plain ? undefined : prefixCharacters(settings);
    return map.entries.map((entry) => {
      const { key: whole, value } = entry;
      const isBare = characters === undefined || isBareKey(whole, characters);
      if (isBare) return new Written({ key: whole, entry, value, prefixes: NO_PREFIXES, isText }, this);
      const { key, prefixes } = readKey(whole, settings);
      return new Written({ key, entry, value, prefixes, isText: isText || prefixes.length > 0 }, this);
    });
  }
}

/** A layer, or another value whose keys are read as those of one, as a whole. */
export function layerAt(value: Value, path: ParameterPath = []): Written {
  return new Written({ key: "", entry: undefined, value, prefixes: NO_PREFIXES, isText: false }, path);
}

export interface Walk {
  /** The path of the layer itself. */
  readonly at?: ParameterPath;
  /** Whether the values inside a value are wanted, too; by default only those of mappings. */
  readonly enters?: (value: Value) => boolean;
}

/** Every value that a layer writes, whether or not it counts, in order, mappings before their members. Never fails. */
export function written(
  layer: Value,
  settings: PrefixSettings,
  { at, enters = ({ kind }) => kind === "map" }: Walk = {},
): readonly Written[] {
  const found: Written[] = [];
  const walk = (above: Written): void => {
    for (const part of above.parts(settings)) {
      found.push(part);
      if (enters(part.value)) walk(part);
    }
  };
  walk(layerAt(layer, at));
  return found;
}

/** The same without the mappings that hold others: scalars, templates, whole lists, and empty mappings. */
export function writtenLeaves(layer: Value, settings: PrefixSettings, at: ParameterPath = []): readonly Written[] {
  return written(layer, settings, { at }).filter(({ value }) => value.kind !== "map" || value.entries.length === 0);
}

interface WrittenAt {
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
interface WrittenTowards {
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
