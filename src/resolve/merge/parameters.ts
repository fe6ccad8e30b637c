import { finding, type Report } from "../../model/findings/diagnostic.ts";
import { hasBareKeys, type KeyPrefix, type PrefixSettings, readKey } from "../../model/values/key-prefix.ts";
import { type ListValue, type MapEntry, type MapValue, type Span, textValue } from "../../model/values/value.ts";
import type { ValueRules } from "../contracts/value-rules.ts";
import type { MergedList, MergedMap, PartialEntry, PartialValue, PendingContribution } from "./partial-value.ts";
import { asRaw, parameterContribution, withContributions } from "./partial-value.ts";
import { isWatched, type Watch } from "./watch.ts";

/** What a merge needs to know: the prefixes of keys, and where faults in keys are reported. */
export interface MergeContext {
  readonly settings: PrefixSettings;
  readonly report: Report;
  /** Counts values that are merged or copied once references are filled in; false if they are too many (rule R8). */
  readonly spend?: (values: number, origin: Span) => boolean;
  readonly watch?: Watch | undefined;
  /** What contracts change in the mapping that is being merged; of steps, from the top of the node. */
  readonly rules?: ValueRules | undefined;
}

/** Whether all contributions to a key are kept: it is watched, or a contract may decide how they are merged. */
export function isKept(key: string, { watch, rules }: MergeContext): boolean {
  return isWatched(key, watch) || rules?.next(key) !== undefined;
}

/** Below a key that is not kept, no key is. */
export function keepingNone(context: MergeContext): MergeContext {
  if (context.watch === undefined && context.rules === undefined) return context;
  return { ...context, watch: undefined, rules: undefined };
}

/** A copy of a definition's mapping that can be changed, with its prefixes read and its keys turned into text. */
export function ownedMap(map: MapValue, context: MergeContext): MergedMap {
  const owned: MergedMap = { kind: "merged-map", entries: new Map(), origin: map.origin };
  if (context.spend?.(map.entries.length, map.origin) === false) return owned;
  if (context.watch === undefined && context.rules === undefined && hasBareKeys(map, context.settings)) {
    for (const entry of map.entries) owned.entries.set(entry.key, entry);
    if (owned.entries.size === map.entries.length) return owned;
    owned.entries.clear();
  }
  mergeInto(owned, map, context);
  return owned;
}

/** Rule M1: merges a mapping into the one below it, key by key, in place. */
export function mergeInto(below: MergedMap, above: MapValue | MergedMap, context: MergeContext): void {
  if (context.spend?.(keyCount(above), above.origin) === false) return;
  if (above.kind === "merged-map") {
    below.origin = above.origin;
    for (const entry of above.entries.values()) mergeMerged(below, entry, context);
    return;
  }
  if (above.entries.length > 0) below.origin = above.origin;
  const isBare = hasBareKeys(above, context.settings);
  for (const entry of above.entries) {
    if (isBare && !isKept(entry.key, context)) mergeEntry(below, entry, context);
    else mergeWritten(below, entry, context);
  }
}

/** How many keys a mapping has. */
export function keyCount({ entries }: MapValue | MergedMap): number {
  return "size" in entries ? entries.size : entries.length;
}

function mergeMerged(below: MergedMap, entry: PartialEntry, context: MergeContext): void {
  const { key, value } = entry;
  if (value.kind === "pending" || !isKept(key, context)) mergeEntry(below, entry, context);
  else keepContribution(below, entry, parameterContribution(value), context);
}

/** Merges an entry whose key is taken as it is. */
function mergeEntry(below: MergedMap, entry: PartialEntry, context: MergeContext): void {
  const { key, keyNode } = entry;
  const former = below.entries.get(key);
  const value = former === undefined ? entry.value : mergeValue(former.value, entry.value, keepingNone(context));
  below.entries.set(key, value === entry.value ? entry : { key, keyNode, value });
}

/** Merges an entry whose key may have a prefix or be no text: rules M6 to M9. */
function mergeWritten(below: MergedMap, entry: MapEntry, context: MergeContext): void {
  const { key, prefixes } = readKey(entry.key, context.settings);
  if (key === "" && prefixes.length > 0) {
    context.report(finding("key-invalid", entry.keyNode.origin, `key "${entry.key}" consists of prefixes only`));
    return;
  }
  const isText = entry.keyNode.type === "text" && entry.keyNode.data === key;
  const keyNode = isText ? entry.keyNode : textValue(key, entry.keyNode.origin);
  const isPrefixed = prefixes.length > 0;
  if (!isPrefixed && !isKept(key, context)) mergeEntry(below, { key, keyNode, value: entry.value }, context);
  else {
    const plain = parameterContribution(isPrefixed ? asRaw(entry.value) : entry.value);
    keepContribution(below, { key, keyNode }, prefixes.reduce(withPrefix, plain), context);
  }
}

/** Rules M6 and M7: what a prefix of its key makes of a contribution. */
function withPrefix(contribution: PendingContribution, prefix: KeyPrefix): PendingContribution {
  switch (prefix) {
    case "override":
      return { ...contribution, rule: { kind: "override" } };
    case "constant":
      return { ...contribution, constant: true };
  }
}

/** Adds a contribution to the pending ones of a key, in place. */
export function keepContribution(
  below: MergedMap,
  { key, keyNode }: Pick<PartialEntry, "key" | "keyNode">,
  contribution: PendingContribution,
  { watch, rules }: MergeContext,
): void {
  const kept = { ...contribution, layer: watch?.layer };
  const value = withContributions(below.entries.get(key)?.value, [kept], rules?.next(key));
  below.entries.set(key, { key, keyNode, value });
}

/** Rules M1 to M3 for two values at one key. Owned values below are changed in place. */
function mergeValue(below: PartialValue, above: PartialValue, context: MergeContext): PartialValue {
  if (above.kind === "pending") return withContributions(below, above.contributions);
  if (above.kind === "scalar" && below.kind === "scalar") return above;
  if ((above.kind === "map" || above.kind === "merged-map") && (below.kind === "map" || below.kind === "merged-map")) {
    const owned = below.kind === "map" ? ownedMap(below, context) : below;
    mergeInto(owned, above, context);
    return owned;
  }
  if (above.kind === "list" && isList(below)) return appendedList(below, above);
  return withContributions(below, [parameterContribution(above)]);
}

export function isList(value: PartialValue): value is ListValue | MergedList {
  return value.kind === "list" || value.kind === "merged-list";
}

/** Rule M2: one list behind the other. A merged list below is changed in place. */
export function appendedList(below: ListValue | MergedList, above: ListValue): MergedList {
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
