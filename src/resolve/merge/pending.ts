import { InvariantError } from "../../model/findings/failure.ts";
import type { InheritMode, MergeMode } from "../../model/inventory/merge-mode.ts";
import type { ListValue, MapValue, Value } from "../../model/values/value.ts";
import * as faults from "../references/faults.ts";
import { MAX_EXPANDED } from "../references/limits.ts";
import type { FollowedValue, FollowingNode, MissingTarget } from "./followed.ts";
import { layMap, layMerged, layProperty, type MergeContext, ownedMap, ownedProperty, propertyMode } from "./merge.ts";
import {
  type MergedMap,
  NOWHERE,
  type PartialEntry,
  type PartialValue,
  type Pending,
  type PendingContribution,
} from "./partial-value.ts";

type Path = readonly string[];

/** The result so far. `owned` shapes were made here and may be changed in place; `foreign` ones belong to a reference. */
interface Held {
  readonly shape: FollowedValue;
  readonly owned: boolean;
  readonly foreign: boolean;
  /** How the latest contribution was merged with what was below it. */
  readonly mode: MergeMode;
}

/**
 * Folds contributions from the left once their references are filled in: the table of rule M5 in
 * docs/concepts/merge.md, constants and excused missing references included.
 *
 * A fault ends the fold with null, after it is passed to the interpolation; a missing reference that nothing excuses
 * is handed back.
 */
export function mergePending(stack: Pending, path: Path, interpolation: FollowingNode): FollowedValue | MissingTarget {
  const { settings } = interpolation;
  // All of them before the fold, as reclass does: a fault in one is met before a fault of the fold.
  let broken: MissingTarget | undefined;
  for (const { cell } of stack.parts) {
    const shape = isForeign(cell) ? interpolation.attempt(cell, path) : undefined;
    if (shape?.kind === "missing" && shape.nested) broken ??= shape;
  }
  if (broken !== undefined) return broken;
  let held: Held | undefined;
  let excused: MissingTarget | undefined;
  let constant: PendingContribution | undefined;
  for (const [index, part] of stack.parts.entries()) {
    const place = { path, interpolation, context: interpolation.foldContext(path, part.layer) };
    const next = hold(part, place);
    if (next.shape.kind === "missing") {
      const isLast = index === stack.parts.length - 1;
      const mayExcuse = settings.ignore_overwritten_missing_references && !next.shape.nested;
      if (!mayExcuse || isLast || isContainer(held?.shape)) return next.shape;
      excused = next.shape;
      const by = stack.parts[index + 1]?.origin ?? part.origin;
      interpolation.fault(faults.overwritten(excused.diagnostic, by), "at-end");
    }
    if (constant !== undefined) {
      if (!settings.strict_constant_parameters) continue;
      interpolation.fault(faults.constantChanged(constant.origin, part.origin, path));
      return nothing(part);
    }
    const shape = next.shape.kind === "missing" ? nothing(part) : next.shape;
    // Key by key: a copy by `...` costs more than the merge of two small values.
    const above: Held = { shape, owned: next.owned, foreign: next.foreign, mode: "replace" };
    const fits = held === undefined || isNull(held.shape) ? above : combine(held, above, part, place);
    if (fits === undefined) {
      const kinds = { above: kindOf(part.cell), below: kindOf(stack.parts[index - 1]?.cell ?? part.cell) };
      interpolation.fault(faults.mergeType(kinds, { parts: stack.parts, index, path }));
      return nothing(part);
    }
    if (fits.shape.kind === "list" && fits.shape.items.length > MAX_EXPANDED) {
      interpolation.fault(faults.limit("a list grows without bound through references", part.origin));
      return nothing(part);
    }
    if (next.shape.kind !== "missing")
      interpolation.observer?.laid(stack, part, { now: fits.shape, mode: held && fits.mode });
    held = fits;
    if (part.constant) constant = part;
  }
  return excused !== undefined && isContainer(held?.shape) ? excused : (held?.shape ?? nothing(stack.parts[0]));
}

function hold(
  { cell, rule }: PendingContribution,
  { path, interpolation, context }: Place,
): Pick<Held, "owned" | "foreign"> & { shape: FollowedValue | MissingTarget } {
  if (cell.kind === "map" && (!cell.plain || context.watch !== undefined)) {
    const shape =
      rule.kind === "property" ? ownedProperty(cell, { mode: rule.mode, context }) : ownedMap(cell, context);
    return { shape, owned: true, foreign: false };
  }
  return { shape: interpolation.attempt(cell, path), owned: cell.kind === "merged-map", foreign: isForeign(cell) };
}

/** Whether what a contribution comes to belongs to another place. */
function isForeign(cell: PartialValue): boolean {
  return cell.kind === "template" || cell.kind === "alias";
}

interface Place {
  readonly path: Path;
  readonly interpolation: FollowingNode;
  readonly context: MergeContext;
}

/** One contribution over the result so far, or undefined when their kinds do not go together. */
function combine(below: Held, above: Held, { rule, cell }: PendingContribution, place: Place): Held | undefined {
  switch (rule.kind) {
    case "parameter":
      return byKinds(below, above, place);
    case "override":
      return above;
    case "property":
      return withProperty(below, above, { cell, inherit: rule.mode }, place);
  }
}

/** Rule M5: the kinds of the two values decide, and what the settings allow. */
function byKinds(below: Held, above: Held, place: Place): Held | undefined {
  const { settings } = place.interpolation;
  const clears = settings.allow_none_override && isNull(above.shape);
  if (isMap(below.shape)) {
    if (isMap(above.shape)) return mergedMaps(below, above, place);
    if (isList(above.shape)) return undefined;
    return settings.allow_scalar_over_dict || clears ? above : undefined;
  }
  if (isList(below.shape)) {
    if (isList(above.shape)) return joinedLists(below.shape, above.shape, below.owned);
    if (isMap(above.shape)) return undefined;
    return settings.allow_scalar_over_list || clears ? above : undefined;
  }
  if (isMap(above.shape)) return settings.allow_dict_over_scalar ? above : undefined;
  if (!isList(above.shape)) return above;
  if (!settings.allow_list_over_scalar || !isValue(below.shape)) return undefined;
  const items = [below.shape, ...above.shape.items];
  return { shape: { ...above.shape, items }, owned: true, foreign: false, mode: "append" };
}

/** A property over the result so far, whatever kinds they are. */
function withProperty(
  below: Held,
  above: Held,
  { cell, inherit }: { readonly cell: PartialValue; readonly inherit: InheritMode },
  { path, interpolation, context }: Place,
): Held {
  const mode = propertyMode(below.shape, cell, inherit);
  if (mode === "replace") return above;
  const isValueCell = cell.kind !== "merged-map" && cell.kind !== "merged-list" && cell.kind !== "stack";
  if (!isValueCell || cell.kind === "alias" || cell.kind === "raw")
    throw new InvariantError("a property is written as a value");
  const held = mode === "merge" ? ownMap(below, path, interpolation) : below.shape;
  const shape = interpolation.attempt(layProperty(held, cell, { mode: inherit, context }), path);
  if (shape.kind === "missing") throw new InvariantError("a property holds no reference");
  return { shape, owned: shape.kind === "merged-map", foreign: false, mode };
}

function mergedMaps(below: Held, above: Held, { path, interpolation, context }: Place): Held {
  const owned = ownMap(below, path, interpolation);
  const { shape } = above;
  if (shape.kind === "raw") layMap(owned, shape.map, context);
  else if (above.foreign && isUnfinished(shape)) layMerged(owned, aliased(shape, path), context);
  else if (shape.kind === "map") layMap(owned, shape, context);
  else if (shape.kind === "merged-map") layMerged(owned, shape, context);
  return { shape: owned, owned: true, foreign: false, mode: "merge" };
}

/** The map held so far as one that may be changed. */
function ownMap({ shape, owned, foreign }: Held, path: Path, interpolation: FollowingNode): MergedMap {
  const context = interpolation.foldContext(path);
  if (shape.kind === "raw") return ownedMap(shape.map, context);
  if (shape.kind === "map") return foreign && isUnfinished(shape) ? aliased(shape, path) : ownedMap(shape, context);
  if (shape.kind !== "merged-map") throw new InvariantError(`a ${shape.kind} is no map`);
  return owned && !foreign ? shape : aliased(shape, path);
}

/** Whether references may be left inside a map: they are followed where they stand. */
function isUnfinished(shape: FollowedValue): shape is MergedMap | MapValue {
  return shape.kind === "merged-map" || (shape.kind === "map" && !shape.plain);
}

/** A copy that only points at what a reference brought in. */
function aliased({ entries, origin }: MergedMap | MapValue, path: Path): MergedMap {
  const copy = new Map<string, PartialEntry>();
  for (const { key, keyNode, value: target } of entries.values()) {
    copy.set(key, { key, keyNode, value: { kind: "alias", target, path: [...path, key] } });
  }
  return { kind: "merged-map", entries: copy, origin };
}

function joinedLists(below: ListValue, above: ListValue, owned: boolean): Held {
  const items = owned ? (below.items as Value[]) : [...below.items];
  for (const item of above.items) items.push(item);
  const { tuple: _, ...rest } = above;
  return { shape: { ...rest, items, plain: below.plain && above.plain }, owned: true, foreign: false, mode: "append" };
}

function isContainer(shape: FollowedValue | undefined): boolean {
  return shape !== undefined && (isMap(shape) || isList(shape));
}

function isMap(shape: FollowedValue): boolean {
  return shape.kind === "map" || shape.kind === "merged-map" || shape.kind === "raw";
}

function isList(shape: FollowedValue): shape is ListValue {
  return shape.kind === "list";
}

function isValue(shape: FollowedValue): shape is Extract<FollowedValue, Value> {
  return shape.kind !== "merged-map" && shape.kind !== "raw";
}

function isNull(shape: FollowedValue): boolean {
  return shape.kind === "scalar" && shape.type === "null";
}

function nothing(part: PendingContribution | undefined): FollowedValue {
  const origin = part?.origin ?? NOWHERE;
  return { kind: "scalar", type: "null", data: null, origin };
}

/** What a contribution is as written: a reference is called so, whatever it leads to. */
function kindOf(cell: PartialValue): string {
  switch (cell.kind) {
    case "template":
      return cell.parts.length === 1 ? "a reference" : "text with references";
    case "map":
    case "merged-map":
    case "raw":
      return "a mapping";
    case "list":
    case "merged-list":
      return "a list";
    case "scalar":
      return cell.type === "null" ? "null" : "a scalar";
    case "set":
      return "a scalar";
    case "alias":
      return kindOf(cell.target);
    case "stack":
      return "a merged value";
  }
}
