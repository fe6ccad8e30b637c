import { type KeyPrefix, type PrefixSettings, readKey } from "../model/values/key-prefix.ts";
import type { ParameterPath } from "../model/values/parameter-path.ts";
import type { MapEntry, Value } from "../model/values/value.ts";

/** A value below another one, as a layer writes it. */
export interface WrittenPart {
  /** Without prefixes; the index of an item of a list. */
  readonly key: string;
  /** The key in its file; undefined for an item of a list. */
  readonly entry: MapEntry | undefined;
  readonly value: Value;
  readonly prefixes: readonly KeyPrefix[];
  /** Whether prefixes of keys inside the value are plain text: in lists, and below a key with a prefix (rule M8). */
  readonly isText: boolean;
}

/** A value of a layer with its path. */
export interface Written extends WrittenPart {
  readonly path: ParameterPath;
  /** The last key of the path that is no index of an item. */
  readonly name: string;
}

const NO_PREFIXES: readonly KeyPrefix[] = [];

/** The values right below one that a layer writes, in the order written. `isText`: prefixes of its keys are plain text. */
export function writtenParts(value: Value, settings: PrefixSettings, isText = false): readonly WrittenPart[] {
  if (value.kind === "list") {
    return value.items.map((item, index) => itemPart(item, index));
  }
  if (value.kind !== "map") return [];
  // Nothing in a plain mapping has a prefix.
  const isBare = isText || value.plain;
  return value.entries.map((entry) => {
    const { key, prefixes } = isBare ? { key: entry.key, prefixes: NO_PREFIXES } : readKey(entry.key, settings);
    return { key, entry, value: entry.value, prefixes, isText: isText || prefixes.length > 0 };
  });
}

function itemPart(value: Value, index: number): WrittenPart {
  return { key: String(index), entry: undefined, value, prefixes: NO_PREFIXES, isText: true };
}

/** How a layer is walked. */
export interface Walk {
  /** The path of the layer itself. */
  readonly at?: ParameterPath;
  /** Whether the values inside a value are wanted, too; by default only those of mappings. */
  readonly enters?: (value: Value) => boolean;
}

/**
 * Every value that a layer writes, in the order written, a mapping before what is in it. Lists are entered only where `enters` says
 * so. Which of the values count for a node is not known here: see `inspect/impact`. Never fails.
 */
export function written(
  layer: Value,
  settings: PrefixSettings,
  { at = [], enters = isMapping }: Walk = {},
): readonly Written[] {
  const found: Written[] = [];
  const walk = (above: Pick<Written, "value" | "path" | "name" | "isText">): void => {
    for (const part of writtenParts(above.value, settings, above.isText)) {
      const name = part.entry === undefined ? above.name : part.key;
      const each = { ...part, path: [...above.path, part.key], name };
      found.push(each);
      if (enters(part.value)) walk(each);
    }
  };
  walk({ value: layer, path: at, name: at.at(-1) ?? "", isText: false });
  return found;
}

function isMapping({ kind }: Value): boolean {
  return kind === "map";
}

/** The same without the mappings that hold others: scalars, templates, whole lists, and empty mappings. */
export function writtenLeaves(layer: Value, settings: PrefixSettings, at: ParameterPath = []): readonly Written[] {
  return written(layer, settings, { at }).filter(({ value }) => value.kind !== "map" || value.entries.length === 0);
}
