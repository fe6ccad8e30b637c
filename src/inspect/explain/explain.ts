import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { MERGE_MODES } from "../../model/inventory/merge-mode.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { Contribution, ContributionAction } from "../../model/results/contribution.ts";
import { entryAt } from "../../model/values/key-prefix.ts";
import type { Span } from "../../model/values/origin.ts";
import type { TemplatePart, Value } from "../../model/values/value.ts";
import { type Linearisation, linearise } from "../../resolve/ancestry/linearise.ts";
import { childOf } from "../../resolve/merge/child.ts";
import type { FollowedValue, MergeObserver, MergeResult } from "../../resolve/merge/followed.ts";
import { mergeSteps } from "../../resolve/merge/merge.ts";
import {
  asRaw,
  type MergedMap,
  type PartialValue,
  type Pending,
  type PendingContribution,
} from "../../resolve/merge/partial-value.ts";
import { type WatchedKeys, watchedBelow, watchedKeys } from "../../resolve/merge/watched-keys.ts";
import { resolveNode } from "../../resolve/node.ts";
import { Interpolation } from "../../resolve/references/interpolation.ts";
import { queryAnswers } from "../../resolve/references/query.ts";

type Path = readonly string[];

/**
 * What each layer of a node does to one value, weakest layer first.
 *
 * The layers are folded as `resolveNode` folds them (rules M1 to M9 of docs/concepts/merge.md), only that along
 * `path` every contribution is kept and seen. What a reference brings in counts as said by the layer that holds the
 * reference. Of a node that does not resolve, what can be told is told. Throws HeirError for an unknown node.
 */
export function explainValue(inventory: Inventory, name: string, asked: AskedValue): readonly Contribution[] {
  const definition = inventory.node(name);
  if (definition === undefined) throw new HeirError("usage", `there is no node "${name}"`);
  // Only properties of groups can be in conflict.
  const resolved = inventory.groups.groups.size === 0 ? undefined : resolveNode(inventory, name).node;
  return new Explainer(inventory, linearise(inventory, definition), resolved).contributions(asked);
}

/** A value below the parameters or the exports of a node. */
export interface AskedValue {
  readonly section: "parameters" | "exports";
  readonly path: Path;
}

/** {@link explainValue} for several values of one node, whose ancestry is known; `resolved` where it resolves. */
export class Explainer {
  private readonly inventory: Inventory;
  private readonly ancestry: Pick<Linearisation, "steps" | "reads">;
  /** Parameters that the node has, where conflicts have taken others away. */
  private readonly kept: ReadonlySet<string> | undefined;
  private plain: Interpolation | undefined;

  constructor(inventory: Inventory, ancestry: Pick<Linearisation, "steps" | "reads">, resolved?: ResolvedNode) {
    this.inventory = inventory;
    this.ancestry = ancestry;
    const isPartial = resolved !== undefined && resolved.conflicts.length > 0;
    this.kept = isPartial ? new Set(resolved.parameters.entries.map(({ key }) => key)) : undefined;
  }

  contributions({ section, path }: AskedValue): readonly Contribution[] {
    return this.watching(section, [path])(path);
  }

  /** The same for any of some paths; the layers are folded once for all of them. */
  watching(section: AskedValue["section"], paths: Iterable<Path>): (path: Path) => readonly Contribution[] {
    const { steps } = this.ancestry;
    const laidAt = this.watched(section, watchedKeys(paths));
    return (path) => {
      const laid = path.length === 0 ? this.whole(section) : laidAt(path);
      return laid.flatMap(({ layer, action, joins, value, path: written }) => {
        const step = steps[layer];
        if (step === undefined) return [];
        return [{ step, position: layer + 1, action, joins, value, path: [section, ...written] }];
      });
    };
  }

  /** The text of a reference's path, with the references in it filled in; undefined where that cannot be. */
  pathText(parts: readonly TemplatePart[], origin: Span): string | undefined {
    if (parts.every(({ kind }) => kind === "text")) return parts.map((part) => "text" in part && part.text).join("");
    this.plain ??= this.interpolation(this.folded("parameters"));
    return this.plain.text({ kind: "template", text: "", parts, origin });
  }

  private whole(section: AskedValue["section"]): readonly Laid[] {
    const all = this.ancestry.steps.map(
      (step, layer): Laid => ({ layer, action: "merged", joins: true, value: step[section], path: [] }),
    );
    return all.filter(isFilled);
  }

  private watched(section: AskedValue["section"], below: WatchedKeys): (path: Path) => readonly Laid[] {
    const folded = (pick: AskedValue["section"]) => this.folded(pick, pick === section ? below : undefined);
    const root = folded("parameters");
    const trace = new Trace(below);
    const interpolation = this.interpolation(root, trace);
    const map = section === "parameters" ? root : folded(section);
    return (path) => {
      const cell = map.entries.get(path[0] ?? "")?.value;
      return new Explanation(path, trace, interpolation).at(cell, { depth: 1, parents: [] });
    };
  }

  private folded(section: AskedValue["section"], below?: WatchedKeys): MergedMap {
    const { settings } = this.inventory;
    const watch = below !== undefined && { watch: { below, layer: undefined } };
    const root = mergeSteps(this.ancestry.steps, section, { settings, report: () => {}, ...watch });
    if (section === "parameters") this.leaveOut(root, below);
    return root;
  }

  /** Takes away what conflicts have taken from the node, except what is asked for. */
  private leaveOut({ entries }: MergedMap, asked: WatchedKeys | undefined): void {
    if (this.kept === undefined) return;
    for (const name of [...entries.keys()]) {
      if (!this.kept.has(name) && asked?.keys.has(name) !== true) entries.delete(name);
    }
  }

  private interpolation(root: MergedMap, trace?: Trace): Interpolation {
    const { settings } = this.inventory;
    const answers = queryAnswers(this.inventory, this.ancestry.reads.environment);
    return new Interpolation(root, settings, answers, trace);
  }
}

/** What one layer does, at the value asked for or above it. */
interface Laid {
  readonly layer: number;
  readonly action: ContributionAction;
  readonly joins: boolean;
  readonly value: Value;
  readonly path: Path;
}

function isFilled({ value }: Laid): boolean {
  return value.kind === "map" && value.entries.length > 0;
}

/** What the fold of each stack did, part by part. */
class Trace implements MergeObserver {
  private readonly results = new Map<PendingContribution, MergeResult>();
  private readonly below: WatchedKeys;

  constructor(below: WatchedKeys) {
    this.below = below;
  }

  watchedBelow(path: Path): WatchedKeys | undefined {
    return watchedBelow(this.below, path);
  }

  laid(_: Pending, part: PendingContribution, result: MergeResult): void {
    this.results.set(part, result);
  }

  resultOf(part: PendingContribution): MergeResult | undefined {
    return this.results.get(part);
  }
}

/** One part of a stack, and what came of it. */
interface Told {
  readonly laid: Laid;
  readonly part: PendingContribution;
  readonly result: MergeResult | undefined;
}

/** How far the path has been followed, and what was laid one key above, without what was replaced there since. */
interface Reach {
  readonly depth: number;
  readonly parents: readonly Laid[];
  /** What stands one key above; undefined at the top. */
  readonly above?: FollowedValue;
}

class Explanation {
  private readonly target: Path;
  private readonly trace: Trace;
  private readonly interpolation: Interpolation;

  constructor(target: Path, trace: Trace, interpolation: Interpolation) {
    this.target = target;
    this.trace = trace;
    this.interpolation = interpolation;
  }

  /** Everything laid at the target, as far as it went into `cell`, which stands `depth` keys down the way to it. */
  at(cell: PartialValue | undefined, reach: Reach): readonly Laid[] {
    if (cell === undefined) return [];
    const isKept = cell.kind === "stack" && cell.parts.some(({ layer }) => layer !== undefined);
    if (!isKept) return this.within(cell, reach, reach.parents[0]);
    const told = this.told(cell, reach);
    return reach.depth === this.target.length ? told.map(({ laid }) => laid) : this.below(told, reach.depth);
  }

  private told(stack: Pending, reach: Reach): readonly Told[] {
    const here = this.target.slice(0, reach.depth);
    this.interpolation.shape(stack, here);
    const results = stack.parts.map((part) => this.trace.resultOf(part));
    const last = results.findLastIndex((result) => result !== undefined);
    const ignored = !this.interpolation.settings.strict_constant_parameters && stack.parts.some(isConstant);
    return stack.parts.flatMap((part, index) => {
      const result = results[index];
      const unlaid = index === last + 1 && !ignored ? "failed" : "hidden";
      const action = result === undefined ? unlaid : actionOf(part, result);
      const joins = result !== undefined && keepsBelow(result);
      const laid = written(part, { action, joins, path: here, parents: reach.parents });
      return laid === undefined ? [] : [{ laid, part, result }];
    });
  }

  /** Goes one key down: into what stood there before each replacement, then into what stands there now. */
  private below(told: readonly Told[], depth: number): readonly Laid[] {
    const found: Laid[] = [];
    for (const segment of segments(told)) {
      const inner = this.inside(segment, depth);
      const [first, ...rest] = inner;
      const [base] = segment;
      const isThere = found.length > 0 && found.at(-1)?.action !== "removed";
      const isOver = isThere && first?.layer === base?.laid.layer;
      if (isThere && !isOver && base !== undefined) found.push({ ...base.laid, action: "removed", joins: false });
      if (first !== undefined) found.push(isOver && first.action === "set" ? replaced(first) : first, ...rest);
    }
    for (const { laid, result } of told) {
      const passed = result === undefined ? this.writtenAt(laid) : undefined;
      if (passed?.path.length === this.target.length) found.push(passed);
    }
    return found.toSorted((one, other) => one.layer - other.layer);
  }

  private inside(segment: readonly Told[], depth: number): readonly Laid[] {
    const shape = segment.at(-1)?.result?.now;
    const key = this.target[depth];
    if (shape === undefined || key === undefined) return [];
    const parents = segment.map(({ laid }) => laid);
    const child = shape.kind === "list" ? undefined : childOf(shape, key, true);
    // What a reference brought in is watched for the sake of another path, if at all.
    const reach = { depth: depth + 1, parents, above: shape };
    if (child !== undefined && isBroughtIn(parents)) return this.within(child, reach, parents[0]);
    if (shape.kind !== "list") return this.at(child, reach);
    const item = itemAt(shape.items, key);
    if (item === undefined) return [];
    const from = segment.find(({ part }) => this.holds(part, item))?.laid;
    if (from === undefined || from.value.kind === "template") return this.within(asRaw(item), reach, from);
    // Its index in the list that its layer wrote is another.
    return this.within(asRaw(item), reach, { ...from, value: item, path: this.target.slice(0, depth + 1) });
  }

  /** Whether a part of a list brought in an item. */
  private holds(part: PendingContribution, item: Value): boolean {
    const shape = this.interpolation.attempt(part.cell, []);
    return shape === item || (shape.kind === "list" && shape.items.includes(item));
  }

  /** What a layer says inside a value that stands as it is, or that a reference of the layer brought in. */
  private within(cell: PartialValue, reach: Pick<Reach, "depth" | "above">, from: Laid | undefined): readonly Laid[] {
    const shapes = from && this.shapesOnWay(cell, reach);
    if (from === undefined || shapes === undefined) return [];
    const found = this.writtenAt(from, shapes);
    return found === undefined ? [] : [{ ...found, action: "set", joins: false }];
  }

  /**
   * Follows what a layer wrote down to the target, or to the reference behind which the target lies. `shapes`: what
   * stands at each depth of the way, where that is known.
   */
  private writtenAt(from: Laid, shapes: readonly (FollowedValue | undefined)[] = []): Laid | undefined {
    let { value } = from;
    for (let depth = from.path.length; depth < this.target.length; depth += 1) {
      if (value.kind === "template") return { ...from, value, path: this.target.slice(0, depth) };
      const next = this.writtenIn(value, this.target[depth] ?? "", shapes[depth]);
      if (next === undefined) return undefined;
      value = next;
    }
    return { ...from, value, path: this.target };
  }

  /** Where nothing was merged a key is what is written; else what its signs leave of it. */
  private writtenIn(value: Value, key: string, shape: FollowedValue | undefined): Value | undefined {
    if (value.kind === "list") return itemAt(value.items, key);
    if (value.kind !== "map") return undefined;
    const isAsWritten = shape !== undefined && shape.kind !== "merged-map";
    const entry = isAsWritten ? value.entries.findLast((each) => each.key === key) : undefined;
    return (entry ?? entryAt(value, key, this.interpolation.settings))?.value;
  }

  /** What stands at each depth from the key above a cell to the target; undefined where the rest does not exist. */
  private shapesOnWay(
    cell: PartialValue,
    { depth, above }: Pick<Reach, "depth" | "above">,
  ): (FollowedValue | undefined)[] | undefined {
    const shapes: (FollowedValue | undefined)[] = [];
    shapes[depth - 1] = above;
    let at: PartialValue | undefined = cell;
    for (const key of this.target.slice(depth)) {
      const shape: FollowedValue = this.interpolation.shape(at, []);
      const item = shape.kind === "list" ? itemAt(shape.items, key) : undefined;
      at = shape.kind === "list" ? item && asRaw(item) : childOf(shape, key, true);
      if (at === undefined) return undefined;
      shapes.push(shape);
    }
    return shapes;
  }
}

function isBroughtIn(parents: readonly Laid[]): boolean {
  return parents.length === 1 && parents[0]?.value.kind === "template";
}

/** What a part says at a path: itself, or the reference one key above by which it came. */
function written(
  { cell, layer }: PendingContribution,
  { action, joins, path, parents }: Omit<Laid, "layer" | "value"> & { readonly parents: readonly Laid[] },
): Laid | undefined {
  // Without a layer it is what stood there first, before others were merged onto it.
  const parent = layer === undefined ? parents[0] : parents.findLast((laid) => laid.layer === layer);
  const by = layer ?? parent?.layer;
  if (by === undefined) return undefined;
  if (parent?.value.kind === "template") return { ...parent, action, joins };
  const value = cell.kind === "raw" ? cell.map : cell;
  const isOwn = value.kind !== "merged-map" && value.kind !== "merged-list";
  return !isOwn || value.kind === "alias" || value.kind === "stack"
    ? undefined
    : { layer: by, action, joins, value, path };
}

function itemAt(items: readonly Value[], key: string): Value | undefined {
  return /^-?\d+$/.test(key) ? items.at(Number(key)) : undefined;
}

/** Parts that were merged onto each other; each group begins with one that took the place of all before it. */
function segments(told: readonly Told[]): readonly (readonly Told[])[] {
  const groups: Told[][] = [];
  for (const each of told) {
    if (each.result === undefined) continue;
    const group = groups.at(-1);
    if (group === undefined || !keepsBelow(each.result)) groups.push([each]);
    else group.push(each);
  }
  return groups;
}

function actionOf({ constant }: PendingContribution, { mode }: MergeResult): ContributionAction {
  if (constant) return "constant";
  return mode === undefined ? "set" : MERGE_MODES[mode].action;
}

function keepsBelow({ mode }: MergeResult): boolean {
  return mode !== undefined && MERGE_MODES[mode].keepsBelow;
}

function isConstant({ constant }: PendingContribution): boolean {
  return constant;
}

function replaced(laid: Laid): Laid {
  return { ...laid, action: "replaced" };
}
