import type { Diagnostic, Report } from "../../model/findings/diagnostic.ts";
import { InvariantError } from "../../model/findings/failure.ts";
import { finding } from "../../model/findings/finding.ts";
import { defaultMode, type InheritMode, type MergeMode } from "../../model/inventory/merge-mode.ts";
import type { Step } from "../../model/inventory/resolved.ts";
import { type KeyPrefix, type PrefixSettings, readKey } from "../../model/values/key-prefix.ts";
import { type MapEntry, type MapValue, textValue, type Value } from "../../model/values/value.ts";
import { work } from "../work.ts";
import { hasBareKeys } from "./bare-keys.ts";
import {
  asRaw,
  type MergedMap,
  NOWHERE,
  originOf,
  type PartialEntry,
  type PartialValue,
  type Pending,
  type PendingContribution,
} from "./partial-value.ts";
import type { WatchedKeys } from "./watched-keys.ts";

/** What the merge needs to know: the prefixes of keys, and where faults in keys go. */
export interface MergeContext {
  readonly settings: PrefixSettings;
  readonly report: Report;
  readonly watch?: Watch;
}

/** Where every contribution is kept as a part of its own, so that `explain.ts` can tell what each of them does. */
export interface Watch {
  /** Keys to watch, from the map at hand on. */
  readonly below: WatchedKeys;
  /** The layer being laid, counted from the weakest. */
  readonly layer: number | undefined;
}

/** What folding takes of a step. */
export type MergedStep = Pick<Step, "parameters" | "exports" | "modes">;

/**
 * Lays one section of steps over one another, weakest first, without references: parameters by rules M1 to M9 of
 * docs/concepts/merge.md, properties by P1 to P4 of docs/concepts/properties.md.
 *
 * Whatever a reference, a prefix or a change of kind could still decide is kept as a stack of contributions. The
 * result belongs to the caller; the maps of the steps stay as they were.
 */
export function mergeSteps(
  steps: Iterable<MergedStep>,
  section: "parameters" | "exports",
  context: MergeContext,
): MergedMap {
  let root: MergedMap | undefined;
  let layer = 0;
  for (const step of steps) {
    const map = step[section];
    work.folds += 1;
    root ??= { kind: "merged-map", entries: new Map(), origin: map.origin };
    const laid = context.watch === undefined ? context : { ...context, watch: { ...context.watch, layer } };
    if (section === "parameters" && step.modes !== undefined) layProperties(root, map, { modes: step.modes, ...laid });
    else layMap(root, map, laid);
    layer += 1;
  }
  return root ?? { kind: "merged-map", entries: new Map(), origin: NOWHERE };
}

/** A definition's map as a folded one of its own: prefixes read, keys turned into text. */
export function ownedMap(map: MapValue, context: MergeContext): MergedMap {
  const owned: MergedMap = { kind: "merged-map", entries: new Map(), origin: map.origin };
  if (context.watch === undefined && hasBareKeys(map, context.settings)) {
    for (const entry of map.entries) owned.entries.set(entry.key, entry);
    if (owned.entries.size === map.entries.length) return owned;
    owned.entries.clear();
  }
  layMap(owned, map, context);
  return owned;
}

/** Lays the entries of a definition's map over a folded one, in place. */
export function layMap(below: MergedMap, above: MapValue, context: MergeContext): void {
  if (above.entries.length > 0) below.origin = above.origin;
  const isBare = hasBareKeys(above, context.settings);
  for (const entry of above.entries) {
    if (isBare && !isWatched(entry.key, context)) layEntry(below, entry, context);
    else layWritten(below, entry, context);
  }
}

/** Lays an entry whose key is taken as it is. */
function layEntry(below: MergedMap, entry: PartialEntry, context: MergeContext): void {
  const { key, keyNode } = entry;
  const held = below.entries.get(key);
  const value = held === undefined ? entry.value : layCell(held.value, entry.value, context);
  below.entries.set(key, value === entry.value ? entry : { key, keyNode, value });
}

/** Lays an entry whose key may have a prefix or be no text. */
function layWritten(below: MergedMap, entry: MapEntry, context: MergeContext): void {
  const { key, prefixes } = readKey(entry.key, context.settings);
  if (key === "") {
    context.report(emptyKey(entry));
    return;
  }
  const isText = entry.keyNode.type === "text" && entry.keyNode.data === key;
  const keyNode = isText ? entry.keyNode : textValue(key, entry.keyNode.origin);
  const isPrefixed = prefixes.length > 0;
  if (!isPrefixed && !isWatched(key, context)) layEntry(below, { key, keyNode, value: entry.value }, context);
  else {
    const cell = isPrefixed ? asRaw(entry.value) : entry.value;
    const part = prefixes.reduce(withPrefix, { ...unflagged(cell), layer: context.watch?.layer });
    below.entries.set(key, { key, keyNode, value: onStack(below.entries.get(key)?.value, [part]) });
  }
}

/** Rules M6 and M7: what a prefix of its key makes of a contribution. */
function withPrefix(part: PendingContribution, prefix: KeyPrefix): PendingContribution {
  switch (prefix) {
    case "override":
      return { ...part, rule: { kind: "override" } };
    case "constant":
      return { ...part, constant: true };
  }
}

/** One more contribution over what a key holds so far. Owned cells below are changed in place. */
function layCell(below: PartialValue | undefined, above: PartialValue, context: MergeContext): PartialValue {
  if (below === undefined) return above;
  if (above.kind === "stack") return onStack(below, above.parts);
  if (above.kind === "scalar" && below.kind === "scalar") return above;
  if (above.kind === "map" && (below.kind === "map" || below.kind === "merged-map")) {
    const owned = below.kind === "map" ? ownedMap(below, context) : below;
    layMap(owned, above, context);
    return owned;
  }
  if (above.kind === "merged-map" && (below.kind === "map" || below.kind === "merged-map")) {
    const owned = below.kind === "map" ? ownedMap(below, context) : below;
    layMerged(owned, above, context);
    return owned;
  }
  if (above.kind === "list" && (below.kind === "list" || below.kind === "merged-list")) return joined(below, above);
  return onStack(below, [unflagged(above)]);
}

/** Lays a folded map over another, in place. */
export function layMerged(below: MergedMap, above: MergedMap, context: MergeContext): void {
  below.origin = above.origin;
  for (const entry of above.entries.values()) {
    const { key, keyNode, value: cell } = entry;
    if (cell.kind === "stack" || !isWatched(key, context)) layEntry(below, entry, context);
    else {
      const part = { ...unflagged(cell), layer: context.watch?.layer };
      below.entries.set(key, { key, keyNode, value: onStack(below.entries.get(key)?.value, [part]) });
    }
  }
}

/** Lays properties over a folded map, in place, each with the mode in force for its name. */
function layProperties(
  below: MergedMap,
  { entries, origin }: MapValue,
  { modes, ...context }: MergeContext & { readonly modes: ReadonlyMap<string, InheritMode> },
): void {
  if (entries.length > 0) below.origin = origin;
  for (const entry of entries) layKey(below, entry, { mode: modes.get(entry.key) ?? defaultMode, context });
}

function layKey(below: MergedMap, { key, keyNode, value }: MapEntry, { mode, context }: PropertyContext): void {
  const held = below.entries.get(key)?.value;
  const cell = isWatched(key, context)
    ? onStack(held, [{ ...propertyPart(value, mode), layer: context.watch?.layer }])
    : layProperty(held, value, { mode, context: unwatched(context) });
  below.entries.set(key, { key, keyNode, value: cell });
}

interface PropertyContext {
  readonly mode: InheritMode;
  readonly context: MergeContext;
}

/** One more layer of a property over what its name holds so far. Owned cells below are changed in place. */
export function layProperty(
  below: PartialValue | undefined,
  above: Value,
  { mode, context }: PropertyContext,
): PartialValue {
  if (below === undefined) return above;
  if (below.kind === "stack" || below.kind === "template" || below.kind === "alias" || below.kind === "raw") {
    return onStack(below, [propertyPart(above, mode)]);
  }
  switch (propertyMode(below, above, mode)) {
    case "merge":
      return mergedProperty(below, above, { mode, context });
    case "append":
      return appendedProperty(below, above);
    case "prepend":
      return prependedProperty(below, above);
    case "replace":
      return above;
  }
}

/** Rule P2: how a property is merged with a value below it, as far as the kinds of both are known. */
export function propertyMode(below: PartialValue, above: PartialValue, mode: InheritMode): MergeMode {
  const kind = propertyKind(below);
  return kind !== undefined && kind === propertyKind(above) ? mode[kind] : "replace";
}

/** The kind of value for which an inherit mode has a letter; undefined for all others, which are replaced. */
function propertyKind(value: PartialValue): keyof InheritMode | undefined {
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
    case "stack":
      return undefined;
  }
}

/** A property's mapping as a merged one, in which keys have no prefixes. */
export function ownedProperty(map: MapValue, context: PropertyContext): MergedMap {
  return layKeys({ kind: "merged-map", entries: new Map(), origin: map.origin }, map, context);
}

function mergedProperty(below: PartialValue, above: Value, context: PropertyContext): PartialValue {
  if (above.kind !== "map" || (below.kind !== "map" && below.kind !== "merged-map"))
    throw new InvariantError("only mappings are merged key by key");
  return layKeys(below.kind === "map" ? ownedMap(below, context.context) : below, above, context);
}

function layKeys(owned: MergedMap, above: MapValue, context: PropertyContext): MergedMap {
  owned.origin = above.origin;
  for (const entry of above.entries) layKey(owned, entry, context);
  return owned;
}

function appendedProperty(below: PartialValue, above: Value): PartialValue {
  if (above.kind === "list" && isList(below)) return joined(below, above);
  return textValue(`${textOf(below)}${textOf(above)}`, above.origin);
}

function prependedProperty(below: PartialValue, above: Value): PartialValue {
  if (above.kind !== "list" || !isList(below)) return textValue(`${textOf(above)}${textOf(below)}`, above.origin);
  const earlier = [...(below.kind === "list" ? [] : below.earlier), below.origin];
  const items = [...above.items, ...below.items];
  return { kind: "merged-list", items, earlier, plain: below.plain && above.plain, origin: above.origin };
}

function isList(value: PartialValue): value is ListCell {
  return value.kind === "list" || value.kind === "merged-list";
}

function textOf(value: PartialValue): string {
  if (value.kind !== "scalar" || typeof value.data !== "string")
    throw new InvariantError("only lists and text are joined");
  return value.data;
}

/** Below a key that is not watched nothing is. */
function unwatched(context: MergeContext): MergeContext {
  if (context.watch === undefined) return context;
  const { watch: _, ...rest } = context;
  return rest;
}

function isWatched(key: string, { watch }: MergeContext): boolean {
  return watch?.below.keys.has(key) === true;
}

type ListCell = Extract<PartialValue, { kind: "list" | "merged-list" }>;

function joined(below: ListCell, above: Extract<Value, { kind: "list" }>): PartialValue {
  if (below.kind === "list") {
    const items = [...below.items, ...above.items];
    const earlier = [below.origin];
    return { kind: "merged-list", items, earlier, plain: below.plain && above.plain, origin: above.origin };
  }
  for (const item of above.items) below.items.push(item);
  below.earlier.push(below.origin);
  below.plain &&= above.plain;
  below.origin = above.origin;
  return below;
}

function onStack(below: PartialValue | undefined, parts: readonly PendingContribution[]): Pending {
  if (below?.kind === "stack") {
    below.parts.push(...parts);
    return below;
  }
  return { kind: "stack", parts: below === undefined ? [...parts] : [unflagged(below), ...parts] };
}

function unflagged(cell: PartialValue): PendingContribution {
  return { cell, origin: originOf(cell), rule: PARAMETER, constant: false };
}

const PARAMETER = { kind: "parameter" } as const;

function propertyPart(value: Value, mode: InheritMode): PendingContribution {
  return { cell: value, origin: value.origin, rule: { kind: "property", mode }, constant: false };
}

function emptyKey({ key, keyNode }: MapEntry): Diagnostic {
  const message = key === "" ? "a key is empty" : `the key "${key}" is nothing but a prefix`;
  return finding("key-invalid", keyNode.origin, message);
}
