import type { MergeStrategy } from "../../model/contracts/contract.ts";
import { InvariantError } from "../../model/findings/failure.ts";
import { defaultMode, type InheritMode, type MergeMode } from "../../model/inventory/settings.ts";
import type { ListValue, MapValue, ScalarValue, Span, Value } from "../../model/values/value.ts";
import { nullValue } from "../../model/values/value.ts";
import type { ValueRules } from "../contracts/value-rules.ts";
import { STEP } from "../limits.ts";
import { isResolvedEntry } from "./child.ts";
import { constantChanged, mergeType, overwritten } from "./faults.ts";
import type { FollowedValue, FollowingNode, MissingTarget } from "./followed.ts";
import { keyKnockouts, knockOut } from "./key-knockouts.ts";
import { keyCount, type MergeContext, mergeInto, ownedMap } from "./parameters.ts";
import type {
  MergedMap,
  PartialEntry,
  PartialValue,
  Path,
  Pending,
  PendingContribution,
  RawMap,
} from "./partial-value.ts";
import { asRaw, NOWHERE } from "./partial-value.ts";
import { mergeProperty, ownedProperty, propertyMode } from "./properties.ts";
import { fillGaps, isComparing, laidLists, ruledList, ruleEntries } from "./ruled.ts";

/** A value that is merged so far, or the next one. */
interface Merging {
  readonly value: FollowedValue;
  /** It was made here and may be changed in place. */
  readonly owned: boolean;
  /** A reference brought it in. */
  readonly foreign: boolean;
  /** How the latest contribution was merged with the value below it. */
  readonly mode: MergeMode;
}

/**
 * Merges pending contributions, weakest first, with their references filled in: the table of rule M5 in
 * docs/concepts/merge.md, with constants (M7), properties (P2) and excused references without a target (R9). After a
 * fault, which goes to the node, the result is null. A reference without a target that nothing excuses is returned.
 */
export function mergePending(pending: Pending, path: Path, node: FollowingNode): FollowedValue | MissingTarget {
  const { contributions, rules } = pending;
  const { settings } = node;
  const broken = nestedMissing(pending, path, node);
  if (broken !== undefined) return broken;
  let below: Merging | undefined;
  let last: PendingContribution | undefined;
  let excused: MissingTarget | undefined;
  let constant: PendingContribution | undefined;
  for (const [index, contribution] of contributions.entries()) {
    const { origin, layer } = contribution;
    const place: Place = { path, node, rules, origin, context: contextAt({ path, node, rules }, layer) };
    if (!node.spend(STEP + path.length, origin)) return nullFor(contribution);
    const next = followed(contribution, place);
    if (next.value.kind === "missing") {
      const mayExcuse = settings.ignore_overwritten_missing_references && !next.value.nested;
      if (!mayExcuse || index === contributions.length - 1 || isContainer(below?.value)) return next.value;
      excused = next.value;
      const by = contributions[index + 1]?.origin ?? contribution.origin;
      node.fault(overwritten(excused.diagnostic, by), "at-end");
    }
    if (constant !== undefined) {
      if (!settings.strict_constant_parameters) continue;
      node.fault(constantChanged(constant.origin, contribution.origin, path));
      return nullFor(contribution);
    }
    const value = next.value.kind === "missing" ? nullFor(contribution) : next.value;
    // Field by field: a copy by `...` costs more than the merge of two small values.
    const above: Merging = { value, owned: next.owned, foreign: next.foreign, mode: "replace" };
    const merged = laid(below, above, contribution, place);
    if (merged === undefined) {
      node.fault(mergeType(contributions, index, path));
      return nullFor(contribution);
    }
    if (next.value.kind !== "missing") {
      node.observer?.merged(contribution, { value: merged.value, mode: below && merged.mode });
      last = contribution;
    }
    below = merged;
    if (contribution.constant) constant = contribution;
  }
  if (excused !== undefined && isContainer(below?.value)) return excused;
  if (below === undefined) return nullFor(contributions[0]);
  return rules === undefined ? below.value : ruledLast(below, rules, { pending, last, path, node });
}

/** The merged value under the rules of contracts, which counts as what its latest contribution gave. */
function ruledLast(below: Merging, rules: ValueRules, { pending, last, path, node }: LastMerged): FollowedValue {
  const { origin } = below.value.kind === "raw" ? below.value.map : below.value;
  const value = ruled(below, rules, { path, node, rules, origin, context: contextAt({ path, node, rules }) });
  const mode = pending.contributions[0] === last ? undefined : below.mode;
  if (last !== undefined) node.observer?.merged(last, { value, mode });
  return value;
}

interface LastMerged extends Pick<Place, "path" | "node"> {
  readonly pending: Pending;
  readonly last: PendingContribution | undefined;
}

function contextAt({ path, node, rules }: Pick<Place, "path" | "node" | "rules">, layer?: number): MergeContext {
  const context = node.mergeContext(path, layer);
  return rules === undefined ? context : { ...context, rules };
}

/**
 * The first reference without a target in the path of another reference. As in reclass, all contributions are followed
 * before the first is merged: a fault in one of them is found before a fault of the merge.
 */
function nestedMissing({ contributions }: Pending, path: Path, node: FollowingNode): MissingTarget | undefined {
  let broken: MissingTarget | undefined;
  for (const { value } of contributions) {
    const found = isForeign(value) ? node.tryFollow(value, path) : undefined;
    if (found?.kind === "missing" && found.nested) broken ??= found;
  }
  return broken;
}

function followed(
  { value, rule }: PendingContribution,
  { path, node, context }: Place,
): Pick<Merging, "owned" | "foreign"> & { value: FollowedValue | MissingTarget } {
  if (value.kind === "map" && (!value.plain || context.watch !== undefined || context.rules !== undefined)) {
    const owned =
      rule.kind === "property" ? ownedProperty(value, { mode: rule.mode, context }) : ownedMap(value, context);
    return { value: owned, owned: true, foreign: false };
  }
  return { value: node.tryFollow(value, path), owned: value.kind === "merged-map", foreign: isForeign(value) };
}

/** Whether the value of a contribution belongs to another place. */
function isForeign(value: PartialValue): boolean {
  return value.kind === "template" || value.kind === "alias";
}

interface Place {
  readonly path: Path;
  readonly node: FollowingNode;
  readonly rules: ValueRules | undefined;
  readonly context: MergeContext;
  /** Where the contribution that is merged is written. */
  readonly origin: Span;
}

/** The first contribution, or one over null. */
function alone(above: Merging, contribution: PendingContribution, place: Place): Merging {
  const strategy = strategyOf(contribution, place);
  if (strategy === undefined || !isComparing(strategy) || !isList(above.value)) return above;
  return byStrategy([], above.value, { strategy, place });
}

/** Two lists, merged as a contract says. */
function byStrategy(
  below: readonly Value[],
  above: ListValue,
  { strategy, place }: { readonly strategy: MergeStrategy; readonly place: Place },
): Merging {
  const mode = strategy.strategy === "prepend" ? "prepend" : "append";
  return { value: laidLists({ below, above }, strategy, place), owned: true, foreign: false, mode };
}

/** A contribution over what is below, or nothing, knockouts carried out; undefined if their kinds cannot be merged. */
function laid(
  below: Merging | undefined,
  given: Merging,
  contribution: PendingContribution,
  place: Place,
): Merging | undefined {
  const sign = strategyOf(contribution, place)?.knockout;
  const [under, above] = sign === undefined ? [below, given] : knockedOut([below, given], sign, place);
  if (under === undefined || isNull(under.value)) return alone(above, contribution, place);
  return merge(under, above, contribution, place);
}

/** What is below and a mapping above it, once the knockouts in that are carried out; any other value as it is. */
function knockedOut(
  [below, above]: readonly [Merging | undefined, Merging],
  sign: string,
  place: Place,
): readonly [Merging | undefined, Merging] {
  if (!isMap(above.value)) return [below, above];
  const owned = ownedBelow(above, place);
  const knockouts = keyKnockouts(owned.entries.values(), sign);
  if (knockouts.length === 0) return [below, above];
  const under = below && isMap(below.value) ? ownedBelow(below, place) : undefined;
  knockOut(knockouts, { below: under, above: owned }, place);
  const madeHere = (value: MergedMap): Merging => ({ value, owned: true, foreign: false, mode: "replace" });
  return [under === undefined ? below : madeHere(under), madeHere(owned)];
}

/** A merged value after the last step of the rules of contracts. */
function ruled(merged: Merging, rules: ValueRules, place: Place): FollowedValue {
  const { value } = merged;
  if (isList(value)) return ruledList(value, rules, place);
  if (!isMap(value)) return value;
  const owned = value.kind === "raw" ? asWritten(value) : ownedBelow(merged, place);
  ruleEntries(owned, rules);
  fillGaps(owned, rules);
  return owned;
}

/** A mapping whose keys are taken as written, as one that can be changed. */
function asWritten({ map }: RawMap): MergedMap {
  const entries = new Map<string, PartialEntry>();
  for (const { key, keyNode, value } of map.entries) entries.set(key, { key, keyNode, value: asRaw(value) });
  return { kind: "merged-map", entries, origin: map.origin };
}

/** The strategy for a contribution: rule K30 of docs/concepts/contracts.md. */
function strategyOf({ rule }: PendingContribution, { rules }: Place): MergeStrategy | undefined {
  return rule.kind === "property" && rule.mode !== defaultMode ? undefined : rules?.strategy;
}

/** One contribution and the value below it; undefined if their kinds cannot be merged. */
function merge(below: Merging, above: Merging, contribution: PendingContribution, place: Place): Merging | undefined {
  const { rule, value } = contribution;
  const strategy = strategyOf(contribution, place);
  if (strategy !== undefined && rule.kind !== "override") {
    if (strategy.strategy === "replace") return above;
    if (strategy.strategy !== "reclass" && isList(below.value) && isList(above.value))
      return byStrategy(below.value.items, above.value, { strategy, place });
  }
  switch (rule.kind) {
    case "override":
      return alone(above, contribution, place);
    case "parameter":
      return mergedByKinds(below, above, place);
    case "property":
      return mergedProperty(below, above, { value, inherit: rule.mode }, place);
  }
}

/** Rule M5: the kinds of the two values decide, and what the settings allow. */
function mergedByKinds(below: Merging, above: Merging, place: Place): Merging | undefined {
  const { settings } = place.node;
  const clears = settings.allow_none_override && isNull(above.value);
  if (isMap(below.value)) {
    if (isMap(above.value)) return mergedMaps(below, above, place);
    if (isList(above.value)) return undefined;
    return settings.allow_scalar_over_dict || clears ? above : undefined;
  }
  if (isList(below.value)) {
    if (isList(above.value)) return appendedLists({ ...below, value: below.value }, above.value, place);
    if (isMap(above.value)) return undefined;
    return settings.allow_scalar_over_list || clears ? above : undefined;
  }
  if (isMap(above.value)) return settings.allow_dict_over_scalar ? above : undefined;
  if (!isList(above.value)) return above;
  if (!settings.allow_list_over_scalar || !isValue(below.value)) return undefined;
  const items = [below.value, ...above.value.items];
  return { value: { ...above.value, items }, owned: true, foreign: false, mode: "append" };
}

/** Rule P2: a property and the value below it, whatever their kinds. */
function mergedProperty(
  below: Merging,
  above: Merging,
  { value, inherit }: { readonly value: PartialValue; readonly inherit: InheritMode },
  place: Place,
): Merging {
  const { path, node, context } = place;
  const mode = propertyMode(below.value, value, inherit);
  if (mode === "replace") return above;
  const isWritten = value.kind !== "merged-map" && value.kind !== "merged-list" && value.kind !== "pending";
  if (!isWritten || value.kind === "alias" || value.kind === "raw")
    throw new InvariantError("a property is written as a value");
  const owned = mode === "merge" ? ownedBelow(below, place) : below.value;
  const result = node.tryFollow(mergeProperty(owned, value, { mode: inherit, context }), path);
  if (result.kind === "missing") throw new InvariantError("a property holds no reference");
  return { value: result, owned: result.kind === "merged-map", foreign: false, mode };
}

function mergedMaps(below: Merging, above: Merging, place: Place): Merging {
  const { context } = place;
  const owned = ownedBelow(below, place);
  const { value } = above;
  if (value.kind === "raw") mergeInto(owned, value.map, context);
  else if (above.foreign && isUnfinished(value)) mergeInto(owned, aliased(value, place), context);
  else if (value.kind === "map" || value.kind === "merged-map") mergeInto(owned, value, context);
  return { value: owned, owned: true, foreign: false, mode: "merge" };
}

/** The mapping that is merged so far as one that may be changed. */
function ownedBelow({ value, owned, foreign }: Merging, place: Place): MergedMap {
  const context = contextAt(place);
  if (value.kind === "raw") return ownedMap(value.map, context);
  if (value.kind === "map") return foreign && isUnfinished(value) ? aliased(value, place) : ownedMap(value, context);
  if (value.kind !== "merged-map") throw new InvariantError(`a ${value.kind} is no mapping`);
  return owned && !foreign ? value : aliased(value, place);
}

/** Whether a mapping may still hold references, which are filled in at their own place. */
function isUnfinished(value: FollowedValue): value is MergedMap | MapValue {
  return value.kind === "merged-map" || (value.kind === "map" && !value.plain);
}

/** A copy of a mapping that points at the values of another one. */
function aliased(map: MergedMap | MapValue, { path, node, origin }: Place): MergedMap {
  const copy = new Map<string, PartialEntry>();
  const from = (map.kind === "merged-map" ? map.copied?.from : undefined) ?? map;
  const entries = node.spend(STEP * keyCount(map), origin) ? map.entries.values() : [];
  for (const entry of entries) {
    const { key, keyNode, value: target } = entry;
    const isShared = target.kind === "alias" || isResolvedEntry(entry);
    copy.set(key, isShared ? entry : { key, keyNode, value: { kind: "alias", target, within: path, key } });
  }
  return { kind: "merged-map", entries: copy, origin: map.origin, copied: { from, origin } };
}

function appendedLists(below: Merging & { readonly value: ListValue }, above: ListValue, { node }: Place): Merging {
  const copied = above.items.length + (below.owned ? 0 : below.value.items.length);
  if (!node.spend(copied * STEP, above.origin)) return below;
  const items = below.owned ? (below.value.items as Value[]) : [...below.value.items];
  for (const item of above.items) items.push(item);
  const { tuple: _, ...rest } = above;
  const value = { ...rest, items, plain: below.value.plain && above.plain };
  return { value, owned: true, foreign: false, mode: "append" };
}

function isContainer(value: FollowedValue | undefined): boolean {
  return value !== undefined && (isMap(value) || isList(value));
}

function isMap(value: FollowedValue): boolean {
  return value.kind === "map" || value.kind === "merged-map" || value.kind === "raw";
}

function isList(value: FollowedValue): value is ListValue {
  return value.kind === "list";
}

function isValue(value: FollowedValue): value is Extract<FollowedValue, Value> {
  return value.kind !== "merged-map" && value.kind !== "raw";
}

function isNull(value: FollowedValue): boolean {
  return value.kind === "scalar" && value.type === "null";
}

function nullFor(contribution: PendingContribution | undefined): ScalarValue {
  return nullValue(contribution?.origin ?? NOWHERE);
}
