import { MERGE_MODES } from "../../model/inventory/settings.ts";
import type { ContributionAction } from "../../model/results/contribution-action.ts";
import type { Contribution } from "../../model/results/explanation.ts";
import { isMap, type Value } from "../../model/values/value.ts";
import { someValue, valueAt } from "../../model/values/value-at.ts";
import { writtenAt } from "../../written/written.ts";
import { childOf } from "./child.ts";
import type { FollowedValue, MergeResult } from "./followed.ts";
import type { Interpolation } from "./interpolation.ts";
import type { MergedMap, PartialValue, Path, Pending, PendingContribution } from "./partial-value.ts";
import { asRaw } from "./partial-value.ts";

/** What one layer does, at the path asked for or above it. */
export interface LayerContribution extends Pick<Contribution, "action" | "keepsBelow" | "value" | "path"> {
  /** Counted from the weakest. */
  readonly layer: number;
}

export type MergeResults = ReadonlyMap<PendingContribution, MergeResult>;

/** A pending contribution, its result if it was merged, and how it is reported. */
interface TracedContribution {
  readonly reported: LayerContribution;
  readonly pending: PendingContribution;
  readonly result: MergeResult | undefined;
}

/** A place on the way to the path asked for. */
interface Place {
  /** The number of keys that lead to it. */
  readonly depth: number;
  /** The contributions one key above, from the latest that replaced all before it. */
  readonly parents: readonly LayerContribution[];
  /** The value one key above; undefined at the top. */
  readonly above?: FollowedValue;
}

/** Collects the contributions to the value at one path. */
export class PathTrace {
  private readonly target: Path;
  private readonly results: MergeResults;
  private readonly interpolation: Interpolation;

  constructor(target: Path, results: MergeResults, interpolation: Interpolation) {
    this.target = target;
    this.results = results;
    this.interpolation = interpolation;
  }

  /** The contributions to the value at the path, weakest first. */
  contributions({ entries }: MergedMap): readonly LayerContribution[] {
    return this.at(entries.get(this.target[0] ?? "")?.value, { depth: 1, parents: [] });
  }

  /** The contributions in a value on the way to the target. */
  private at(value: PartialValue | undefined, place: Place): readonly LayerContribution[] {
    if (value === undefined) return [];
    const isWatched = value.kind === "pending" && value.contributions.some(({ layer }) => layer !== undefined);
    if (!isWatched) return this.within(value, place, place.parents[0]);
    const traced = this.traced(value, place);
    if (place.depth < this.target.length) return this.below(traced, place.depth);
    return traced.map(({ reported }) => reported);
  }

  private traced(value: Pending, { depth, parents }: Place): readonly TracedContribution[] {
    const path = this.target.slice(0, depth);
    this.interpolation.follow(value, path);
    const results = value.contributions.map((pending) => this.results.get(pending));
    const last = results.findLastIndex((result) => result !== undefined);
    const isStrict = this.interpolation.settings.strict_constant_parameters;
    const hasIgnored = !isStrict && value.contributions.some(({ constant }) => constant);
    return value.contributions.flatMap((pending, index) => {
      const result = results[index];
      const unmerged = index === last + 1 && !hasIgnored ? "failed" : "hidden";
      const action = result === undefined ? unmerged : actionOf(pending, result);
      const keepsBelow = result !== undefined && keeps(result);
      const reported = writtenContribution(pending, { action, keepsBelow, path, parents });
      return reported === undefined ? [] : [{ reported, pending, result }];
    });
  }

  /** One key down: into the values before each replacement, then into the final value. */
  private below(traced: readonly TracedContribution[], depth: number): readonly LayerContribution[] {
    const found: LayerContribution[] = [];
    for (const segment of segments(traced)) {
      const [first, ...rest] = this.inside(segment, depth);
      const base = segment[0]?.reported;
      const isSet = found.length > 0 && found.at(-1)?.action !== "removed";
      const isReplaced = isSet && first?.layer === base?.layer;
      if (isSet && !isReplaced && base !== undefined) found.push({ ...base, action: "removed", keepsBelow: false });
      if (first !== undefined)
        found.push(isReplaced && first.action === "set" ? { ...first, action: "replaced" } : first, ...rest);
    }
    for (const { reported, result } of traced) {
      const ignored = result === undefined ? this.writtenAt(reported) : undefined;
      if (ignored?.path.length === this.target.length) found.push(ignored);
    }
    return found.toSorted((one, other) => one.layer - other.layer);
  }

  private inside(segment: readonly TracedContribution[], depth: number): readonly LayerContribution[] {
    const above = segment.at(-1)?.result?.value;
    const key = this.target[depth];
    if (above === undefined || key === undefined) return [];
    const parents = segment.map(({ reported }) => reported);
    const child = above.kind === "list" ? undefined : childOf(above, key, true);
    const place = { depth: depth + 1, parents, above };
    // A value that a reference brings in is watched, if at all, because of another path.
    const isBroughtIn = parents.length === 1 && parents[0]?.value.kind === "template";
    if (child !== undefined && isBroughtIn) return this.within(child, place, parents[0]);
    if (above.kind !== "list") return this.at(child, place);
    const item = itemAt(above.items, key);
    if (item === undefined) return [];
    const wanted = valueAt(item, this.target.slice(depth + 1)) ?? item;
    const from = segment.find(({ pending }) => this.holds(pending, wanted))?.reported;
    if (from === undefined || from.value.kind === "template") return this.within(asRaw(item), place, from);
    // In the list of its layer the item has another index.
    return this.within(asRaw(item), place, { ...from, value: item, path: this.target.slice(0, depth + 1) });
  }

  /** Whether a part of a list comes from a contribution: a merge keeps the origin of each. */
  private holds({ value }: PendingContribution, part: Value): boolean {
    const followed = this.interpolation.tryFollow(value, []);
    // A part may still have references to fill in.
    const isPart = (each: Value) => each === part || each.origin === part.origin;
    return followed === part || (followed.kind === "list" && followed.items.some((item) => someValue(item, isPart)));
  }

  /** The contribution of a layer inside a value that only it gives, by itself or by a reference. */
  private within(
    value: PartialValue,
    place: Pick<Place, "depth" | "above">,
    from: LayerContribution | undefined,
  ): readonly LayerContribution[] {
    const followed = from && this.followedOnWay(value, place);
    if (from === undefined || followed === undefined) return [];
    const found = this.writtenAt(from, followed);
    return found === undefined ? [] : [{ ...found, action: "set", keepsBelow: false }];
  }

  /** What a layer wrote to the target, or the reference to it. `followed`: the value at each depth, if it is known. */
  private writtenAt(
    from: LayerContribution,
    followed: readonly (FollowedValue | undefined)[] = [],
  ): LayerContribution | undefined {
    let { value } = from;
    for (let depth = from.path.length; depth < this.target.length; depth += 1) {
      if (value.kind === "template") return { ...from, value, path: this.target.slice(0, depth) };
      const next = this.writtenIn(value, this.target[depth] ?? "", followed[depth]);
      if (next === undefined) return undefined;
      value = next;
    }
    return { ...from, value, path: this.target };
  }

  /** In a value that was not merged, keys are taken as written; else their prefixes are read. */
  private writtenIn(value: Value, key: string, followed: FollowedValue | undefined): Value | undefined {
    if (value.kind === "list") return itemAt(value.items, key);
    if (!isMap(value)) return undefined;
    const isAsWritten = followed !== undefined && followed.kind !== "merged-map";
    const entry = isAsWritten ? value.entries.findLast((each) => each.key === key) : undefined;
    return (entry ?? writtenAt(value, [key], this.interpolation.settings))?.value;
  }

  /** The value at each depth from one key above a value to the target; undefined if the target does not exist. */
  private followedOnWay(
    value: PartialValue,
    { depth, above }: Pick<Place, "depth" | "above">,
  ): (FollowedValue | undefined)[] | undefined {
    const way: (FollowedValue | undefined)[] = [];
    way[depth - 1] = above;
    let at: PartialValue | undefined = value;
    for (const key of this.target.slice(depth)) {
      const followed: FollowedValue = this.interpolation.follow(at, []);
      const item = followed.kind === "list" ? itemAt(followed.items, key) : undefined;
      at = followed.kind === "list" ? item && asRaw(item) : childOf(followed, key, true);
      if (at === undefined) return undefined;
      way.push(followed);
    }
    return way;
  }
}

/** What a layer wrote at a path: a value, or the reference one key above that brought it in. */
function writtenContribution(
  { value: partial, layer }: PendingContribution,
  { parents, ...reported }: Omit<LayerContribution, "layer" | "value"> & Pick<Place, "parents">,
): LayerContribution | undefined {
  // Without a layer it is the first value, onto which others were merged.
  const parent = layer === undefined ? parents[0] : parents.findLast((each) => each.layer === layer);
  const by = layer ?? parent?.layer;
  if (by === undefined) return undefined;
  if (parent?.value.kind === "template") return { ...parent, action: reported.action, keepsBelow: reported.keepsBelow };
  const value = partial.kind === "raw" ? partial.map : partial;
  const isMerged = value.kind === "merged-map" || value.kind === "merged-list" || value.kind === "pending";
  return isMerged || value.kind === "alias" ? undefined : { ...reported, layer: by, value };
}

function itemAt(items: readonly Value[], key: string): Value | undefined {
  return /^-?\d+$/.test(key) ? items.at(Number(key)) : undefined;
}

/** Contributions that were merged with one another; each segment begins with one that replaced all before it. */
function segments(traced: readonly TracedContribution[]): readonly (readonly TracedContribution[])[] {
  const all: TracedContribution[][] = [];
  for (const each of traced) {
    if (each.result === undefined) continue;
    const latest = all.at(-1);
    if (latest === undefined || !keeps(each.result)) all.push([each]);
    else latest.push(each);
  }
  return all;
}

function actionOf({ constant }: PendingContribution, { mode }: MergeResult): ContributionAction {
  if (constant) return "constant";
  return mode === undefined ? "set" : MERGE_MODES[mode].action;
}

function keeps({ mode }: MergeResult): boolean {
  return mode !== undefined && MERGE_MODES[mode].keepsBelow;
}
