import { InvariantError } from "../../model/findings/failure.ts";
import { defaultMode, type InheritMode, type MergeMode } from "../../model/inventory/settings.ts";
import { type MapEntry, type MapValue, textValue, type Value } from "../../model/values/value.ts";
import type { MergeContext } from "./parameters.ts";
import { appendedList, isKept, isList, keepContribution, keepingNone, ownedMap } from "./parameters.ts";
import { type MergedMap, type PartialValue, type PendingContribution, withContributions } from "./partial-value.ts";

/** How one property is merged: its mode also holds below its keys. */
export interface PropertyContext {
  readonly mode: InheritMode;
  readonly context: MergeContext;
}

/** Merges a layer of properties into a mapping, in place, each with the mode in force for its name: rules P1 to P3. */
export function mergeProperties(
  below: MergedMap,
  { entries, origin }: MapValue,
  { modes, context }: { readonly modes: ReadonlyMap<string, InheritMode>; readonly context: MergeContext },
): void {
  if (entries.length > 0) below.origin = origin;
  for (const entry of entries) mergeEntry(below, entry, { mode: modes.get(entry.key) ?? defaultMode, context });
}

function mergeEntry(below: MergedMap, { key, keyNode, value }: MapEntry, { mode, context }: PropertyContext): void {
  if (isKept(key, context)) {
    keepContribution(below, { key, keyNode }, contribution(value, mode), context);
    return;
  }
  const merged = mergeProperty(below.entries.get(key)?.value, value, { mode, context: keepingNone(context) });
  below.entries.set(key, { key, keyNode, value: merged });
}

/** A property and the value below it. Owned values below are changed in place. */
export function mergeProperty(below: PartialValue | undefined, above: Value, own: PropertyContext): PartialValue {
  const { mode } = own;
  if (below === undefined) return above;
  if (below.kind === "pending" || below.kind === "template" || below.kind === "alias" || below.kind === "raw") {
    return withContributions(below, [contribution(above, mode)]);
  }
  switch (propertyMode(below, above, mode)) {
    case "merge":
      return mergedMap(below, above, own);
    case "append":
      if (above.kind === "list" && isList(below)) return appendedList(below, above);
      return textValue(`${textOf(below)}${textOf(above)}`, above.origin);
    case "prepend":
      return prepended(below, above);
    case "replace":
      return above;
  }
}

/** Rule P2: how a property is merged with a value below it, as far as the kinds of both are known. */
export function propertyMode(below: PartialValue, above: PartialValue, mode: InheritMode): MergeMode {
  const kind = modeKind(below);
  return kind !== undefined && kind === modeKind(above) ? mode[kind] : "replace";
}

/** The kind of value for which an inherit mode has a letter; undefined for all others, which are replaced. */
function modeKind(value: PartialValue): keyof InheritMode | undefined {
  switch (value.kind) {
    case "map":
    case "merged-map":
    case "raw":
      return "objects";
    case "list":
    case "merged-list":
      return "lists";
    case "scalar":
      return value.type === "text" ? "text" : undefined;
    case "set":
    case "template":
    case "alias":
    case "pending":
      return undefined;
  }
}

/** A property's mapping as one that can be changed. Its keys have no prefixes. */
export function ownedProperty(map: MapValue, context: PropertyContext): MergedMap {
  return withEntries({ kind: "merged-map", entries: new Map(), origin: map.origin }, map, context);
}

function mergedMap(below: PartialValue, above: Value, context: PropertyContext): MergedMap {
  if (above.kind !== "map" || (below.kind !== "map" && below.kind !== "merged-map"))
    throw new InvariantError("only mappings are merged key by key");
  return withEntries(below.kind === "map" ? ownedMap(below, context.context) : below, above, context);
}

function withEntries(owned: MergedMap, above: MapValue, context: PropertyContext): MergedMap {
  owned.origin = above.origin;
  for (const entry of above.entries) mergeEntry(owned, entry, context);
  return owned;
}

function prepended(below: PartialValue, above: Value): PartialValue {
  if (above.kind !== "list" || !isList(below)) return textValue(`${textOf(above)}${textOf(below)}`, above.origin);
  const earlier = [...(below.kind === "list" ? [] : below.earlier), below.origin];
  const items = [...above.items, ...below.items];
  return { kind: "merged-list", items, earlier, plain: below.plain && above.plain, origin: above.origin };
}

function textOf(value: PartialValue): string {
  if (value.kind !== "scalar" || typeof value.data !== "string")
    throw new InvariantError("only lists and text are joined");
  return value.data;
}

function contribution(value: Value, mode: InheritMode): PendingContribution {
  return { value, origin: value.origin, rule: { kind: "property", mode }, constant: false };
}
