import { isSame } from "../../base/made-once.ts";
import { trimmed } from "../../base/text-order.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { hasBareKeys } from "../../model/values/key-prefix.ts";
import { fixedPath } from "../../model/values/reference-path.ts";
import {
  entryOf,
  type MapValue,
  type SourceFile,
  type TemplatePart,
  type TemplateValue,
  type Value,
} from "../../model/values/value.ts";
import { isOn } from "../../speed/on.ts";
import { isResolved } from "./child.ts";
import type { MergedMap, PartialValue, Path } from "./partial-value.ts";

/** A value of a definition that holds references. */
type Written = MapValue | TemplateValue;

/** The result of a written value on some node. It is the same wherever its references have the same targets. */
interface Outcome {
  readonly targets: readonly Value[];
  readonly value: Value;
}

interface Remembered {
  /** The paths of the references; undefined if one holds references or has a default, or if there are too many. */
  readonly reads: readonly Path[] | undefined;
  /** The latest first. */
  outcomes: readonly Outcome[];
}

const MOST_READS = 8;
const MOST_OUTCOMES = 4;
/** The most references to follow behind a reference. */
const MOST_HOPS = 2;
const DEEPEST = 32;
/** A kept result hides how deep it is: deeper inside it is re-resolved, so that the limit of nesting holds. */
const DEEPEST_USE = 250;

/** A definition is read under one set of settings, so the targets alone decide the result. */
const known = new WeakMap<Written, Remembered>();

/**
 * The results of definitions' values on earlier nodes. Most references in a class lead to its own parameters, which few
 * nodes change: a value with such references is filled in once and then shared, like one without.
 */
export class Memo {
  private readonly root: MergedMap;
  private readonly settings: Settings;
  private readonly own: SourceFile | undefined;

  /** `root`: the parameters, in which references are looked up; `own`: the file of the node. */
  constructor(root: MergedMap, settings: Settings, own: SourceFile | undefined) {
    this.root = root;
    this.settings = settings;
    this.own = own;
  }

  /** The result of a value on this node too; undefined if it is not known. `depth`: in how many values it is. */
  find(written: Written, depth: number): Value | undefined {
    return depth > DEEPEST_USE || !isOn("memo") ? undefined : this.valueOf(written, 0);
  }

  /**
   * Keeps a result, unless a target is written in the file of the node: no other node has that one. To be called only
   * while the node has no fault: a kept result must not hide one.
   */
  keep(written: Written, value: Value): void {
    const found = remembered(written, this.settings, 0);
    const targets = found.reads && this.targets(found.reads, 0);
    if (targets === undefined || targets.some(({ origin }) => origin.file === this.own)) return;
    found.outcomes = trimmed([{ targets, value }, ...found.outcomes.slice(0, MOST_OUTCOMES - 1)]);
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
    return trimmed(targets);
  }

  /** The value at a path, if it is known without filling in references. */
  private target(path: Path, hops: number): Value | undefined {
    let value: PartialValue | undefined = this.root;
    for (let at = 0; at < path.length && value !== undefined; at += 1) {
      const key = path[at] ?? "";
      if (value.kind === "merged-map") value = value.entries.get(key)?.value;
      else value = value.kind === "map" && hasBareKeys(value, this.settings) ? entryOf(value, key)?.value : undefined;
    }
    if (value === undefined || isResolved(value)) return value;
    return value.kind === "template" && hops < MOST_HOPS ? this.valueOf(value, hops + 1) : undefined;
  }
}

const NONE: Remembered = { reads: undefined, outcomes: [] };

function remembered(written: Written, settings: Settings, depth: number): Remembered {
  let found = known.get(written);
  if (found === undefined) {
    const reads = readsOf(written, settings, depth);
    found = reads === undefined ? NONE : { reads, outcomes: [] };
    known.set(written, found);
  }
  return found;
}

/** The paths of the references in a value, each once. */
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
        const reads = isKnown ? remembered(inner, settings, depth + 1).reads : readsOf(inner, settings, depth + 1);
        all = joined(all, reads);
      }
      return all;
  }
}

/** A default stands in for a target that is missing, which no comparison of targets would notice. */
function readBy(part: TemplatePart, settings: Settings): readonly Path[] | undefined {
  const path = part.kind === "reference" ? fixedPath(part, settings) : undefined;
  return path === undefined || path.fallback !== undefined ? undefined : [path.keys];
}

function joined(one: readonly Path[] | undefined, other: readonly Path[] | undefined): readonly Path[] | undefined {
  if (one === undefined || other === undefined) return undefined;
  if (one.length === 0) return other;
  const fresh = other.filter((path) => !one.some((each) => isSame(each, path)));
  if (fresh.length === 0) return one;
  return one.length + fresh.length > MOST_READS ? undefined : one.concat(fresh);
}
