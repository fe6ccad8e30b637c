import type { Settings } from "../../model/inventory/settings.ts";
import { entryOf, type MapValue, type TemplatePart, type TemplateValue, type Value } from "../../model/values/value.ts";
import { hasBareKeys } from "../merge/bare-keys.ts";
import { isFollowed } from "../merge/child.ts";
import type { MergedMap, PartialValue } from "../merge/partial-value.ts";
import { fixedPath } from "./fixed-path.ts";
import { MAX_CHAIN } from "./limits.ts";

type Path = readonly string[];

/** A value of a definition in which references stand. */
type Written = MapValue | TemplateValue;

/** What a written value came to on some node: it comes to the same wherever its references lead to the same. */
interface Outcome {
  readonly targets: readonly Value[];
  readonly value: Value;
}

interface Recurring {
  /** What the references read; undefined where that is not written out, or is too much to look up each time. */
  readonly reads: readonly Path[] | undefined;
  /** The latest first. */
  readonly outcomes: Outcome[];
}

const MOST_READS = 8;
const MOST_OUTCOMES = 4;
/** References that lead to references are looked through so far. */
const MOST_HOPS = 2;
const DEEPEST = 32;

/** Definitions are read under one set of settings, so what they come to is decided by the targets alone. */
const known = new WeakMap<Written, Recurring>();

/**
 * What values of definitions came to on the nodes before this one.
 *
 * Most values of a class hold no references but to parameters of the same class, which few nodes change. Such a value is
 * filled in once and then shared, as one without references is.
 */
export class Memo {
  private readonly root: MergedMap;
  private readonly settings: Settings;

  /** `root` is what references are looked up in. */
  constructor(root: MergedMap, settings: Settings) {
    this.root = root;
    this.settings = settings;
  }

  /** What a value comes to here too; undefined where it has to be worked out. `depth` is that of what is being followed. */
  find(written: Written, depth: number): Value | undefined {
    return depth > MAX_CHAIN / 2 ? undefined : this.valueOf(written, 0);
  }

  /** Keeps what a value came to, on a node that has no fault so far: what is kept must not hide one. */
  keep(written: Written, value: Value): void {
    const { reads, outcomes } = recurring(written, this.settings, 0);
    const targets = reads && this.targets(reads, 0);
    if (targets === undefined) return;
    outcomes.unshift({ targets, value });
    if (outcomes.length > MOST_OUTCOMES) outcomes.pop();
  }

  private valueOf(written: Written, hops: number): Value | undefined {
    const { reads, outcomes } = known.get(written) ?? NONE;
    if (reads === undefined) return undefined;
    for (const { targets, value } of outcomes) if (this.leadTo(targets, reads, hops)) return value;
    return undefined;
  }

  private leadTo(targets: readonly Value[], reads: readonly Path[], hops: number): boolean {
    for (let at = 0; at < reads.length; at += 1) {
      if (this.target(reads[at] ?? [], hops) !== targets[at]) return false;
    }
    return true;
  }

  private targets(reads: readonly Path[], hops: number): readonly Value[] | undefined {
    const targets: Value[] = [];
    for (const path of reads) {
      const target = this.target(path, hops);
      if (target === undefined) return undefined;
      targets.push(target);
    }
    return targets;
  }

  /** The value at a path, if nothing has to be worked out for it. */
  private target(path: Path, hops: number): Value | undefined {
    let cell: PartialValue | undefined = this.root;
    for (let at = 0; at < path.length && cell !== undefined; at += 1) {
      const key = path[at] ?? "";
      if (cell.kind === "merged-map") cell = cell.entries.get(key)?.value;
      else cell = cell.kind === "map" && hasBareKeys(cell, this.settings) ? entryOf(cell, key)?.value : undefined;
    }
    if (cell === undefined || isFollowed(cell)) return cell;
    return cell.kind === "template" && hops < MOST_HOPS ? this.valueOf(cell, hops + 1) : undefined;
  }
}

const NONE: Recurring = { reads: undefined, outcomes: [] };

function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

function recurring(written: Written, settings: Settings, depth: number): Recurring {
  let found = known.get(written);
  if (found === undefined) {
    const reads = readsOf(written, settings, depth);
    found = reads === undefined ? NONE : { reads, outcomes: [] };
    known.set(written, found);
  }
  return found;
}

/** What the references in a value read, each path once. */
function readsOf(value: Value, settings: Settings, depth: number): readonly Path[] | undefined {
  if (depth > DEEPEST) return undefined;
  let all: readonly Path[] | undefined = [];
  switch (value.kind) {
    case "scalar":
    case "set":
      return all;
    case "template":
      for (const part of value.parts) {
        if (part.kind !== "text") all = joined(all, readBy(part, settings));
      }
      return all;
    case "list":
      if (!value.plain) for (const item of value.items) all = joined(all, readsOf(item, settings, depth + 1));
      return all;
    case "map":
      if (value.plain) return all;
      for (const { value: inner } of value.entries) {
        const isKnown = inner.kind === "template" || (inner.kind === "map" && !inner.plain);
        const reads = isKnown ? recurring(inner, settings, depth + 1).reads : readsOf(inner, settings, depth + 1);
        all = joined(all, reads);
      }
      return all;
  }
}

function readBy(part: TemplatePart, { delimiter }: Settings): readonly Path[] | undefined {
  const path = part.kind === "reference" ? fixedPath(part, delimiter) : undefined;
  return path && [path];
}

function joined(one: readonly Path[] | undefined, other: readonly Path[] | undefined): readonly Path[] | undefined {
  if (one === undefined || other === undefined) return undefined;
  if (one.length === 0) return other;
  const fresh = other.filter((path) => !one.some((each) => each.length === path.length && sameItems(each, path)));
  if (fresh.length === 0) return one;
  return one.length + fresh.length > MOST_READS ? undefined : [...one, ...fresh];
}
