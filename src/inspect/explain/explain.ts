import type { Inventory, ResolvedNode } from "../../model/inventory/inventory.ts";
import type { Contribution, ExplainedContribution } from "../../model/results/explanation.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { fixedPath, type Reference, type ReferencePath } from "../../model/values/reference-path.ts";
import { type Span, textValue, type Value } from "../../model/values/value.ts";
import { mapEntries, valueAt } from "../../model/values/value-at.ts";
import { type Linearisation, linearise } from "../../resolve/ancestry/linearise.ts";
import type { MergeObserver, MergeResult } from "../../resolve/merge/followed.ts";
import { Interpolation } from "../../resolve/merge/interpolation.ts";
import { keyKnockouts } from "../../resolve/merge/key-knockouts.ts";
import { comparedLists } from "../../resolve/merge/list-strategies.ts";
import { mergeSteps } from "../../resolve/merge/merge.ts";
import type { MergedMap, Path, PendingContribution } from "../../resolve/merge/partial-value.ts";
import { queryAnswers } from "../../resolve/merge/query.ts";
import type { ValueRules } from "../../resolve/merge/value-rules.ts";
import { type WatchedKeys, watchedBelow, watchedKeys } from "../../resolve/merge/watch.ts";
import { givenNode, resolveNode } from "../../resolve/node.ts";
import { stepBeside } from "./direct.ts";
import { type LayerContribution, PathTrace } from "./path-trace.ts";

/**
 * What each layer of a node does to one value, weakest first (rules M1 to M9 of docs/concepts/merge.md). A value behind
 * a reference belongs to the layer that holds the reference. If the node does not resolve, the result is partial.
 * Throws HeirError for an unknown node.
 */
export function explainValue(inventory: Inventory, name: string, asked: AskedValue): readonly Contribution[] {
  const definition = givenNode(inventory, name);
  // Only properties of groups can be in conflict.
  const resolved = inventory.groups.groups.size === 0 ? undefined : resolveNode(inventory, name).node;
  return new Explainer(inventory, linearise(inventory, definition), resolved).contributions(asked);
}

export interface AskedValue {
  readonly section: "parameters" | "exports";
  readonly path: Path;
}

/** The part of a node's ancestry that its values are made from. */
export type LayersOfNode = Pick<Linearisation, "steps" | "reads" | "rules">;

/** {@link explainValue} for several values of one node, whose ancestry is known; `resolved` if it resolves. */
export class Explainer {
  private readonly inventory: Inventory;
  private readonly ancestry: LayersOfNode;
  /** The parameters of the node, if conflicts have removed others. */
  private readonly kept: ReadonlySet<string> | undefined;
  private unwatched: Interpolation | undefined;

  constructor(inventory: Inventory, ancestry: LayersOfNode, resolved?: ResolvedNode) {
    this.inventory = inventory;
    this.ancestry = ancestry;
    const isPartial = resolved !== undefined && resolved.conflicts.length > 0;
    this.kept = isPartial ? new Set(resolved.parameters.entries.map(({ key }) => key)) : undefined;
  }

  contributions({ section, path }: AskedValue): readonly Contribution[] {
    return this.watching(section, [path])(path);
  }

  /** The same for any of some paths. The layers are merged once for all of them. */
  watching(section: AskedValue["section"], paths: Iterable<Path>): (path: Path) => readonly Contribution[] {
    const { steps } = this.ancestry;
    const contributionsAt = this.watched(section, watchedKeys(paths));
    return (path) => {
      const found = path.length === 0 ? this.whole(section) : contributionsAt(path);
      return found.flatMap(({ layer, path: written, ...contribution }) => {
        const step = steps[layer];
        return step === undefined ? [] : [{ step, position: layer + 1, ...contribution, path: [section, ...written] }];
      });
    };
  }

  /** What a reference asks for, with the references inside it filled in; undefined if that cannot be done. */
  askedBy(part: Reference, origin: Span): ReferencePath | undefined {
    const fixed = fixedPath(part, this.inventory.settings);
    if (fixed !== undefined) return fixed;
    this.unwatched ??= this.interpolation(this.merged("parameters"));
    return this.unwatched.askedBy(part, origin);
  }

  private whole(section: AskedValue["section"]): readonly LayerContribution[] {
    return this.ancestry.steps.flatMap((step, layer): readonly LayerContribution[] => {
      const value = step[section];
      return value.entries.length === 0 ? [] : [{ layer, action: "merged", keepsBelow: true, value, path: [] }];
    });
  }

  private watched(section: AskedValue["section"], below: WatchedKeys): (path: Path) => readonly LayerContribution[] {
    const merged = (pick: AskedValue["section"]) => this.merged(pick, pick === section ? below : undefined);
    const root = merged("parameters");
    const results = new Map<PendingContribution, MergeResult>();
    const interpolation = this.interpolation(root, {
      watchedBelow: (path) => watchedBelow(below, path),
      merged: (contribution, result) => results.set(contribution, result),
    });
    const map = section === "parameters" ? root : merged(section);
    return (path) => new PathTrace(path, results, interpolation).contributions(map);
  }

  private merged(section: AskedValue["section"], below?: WatchedKeys): MergedMap {
    const { settings } = this.inventory;
    const watch = below !== undefined && { watch: { below, layer: undefined } };
    const { steps, rules } = this.ancestry;
    const root = mergeSteps(steps, section, { settings, rules, report: () => {}, ...watch });
    if (section === "parameters") this.leaveOut(root, below);
    return root;
  }

  /** Removes the parameters that conflicts have removed from the node, except those that are asked for. */
  private leaveOut({ entries }: MergedMap, asked: WatchedKeys | undefined): void {
    if (this.kept === undefined) return;
    for (const name of [...entries.keys()]) {
      if (!this.kept.has(name) && asked?.keys.has(name) !== true) entries.delete(name);
    }
  }

  private interpolation(root: MergedMap, observer?: MergeObserver): Interpolation {
    const answers = queryAnswers(this.inventory, this.ancestry.reads.environment);
    return new Interpolation(root, this.inventory, { answers, observer });
  }
}

/** What the default of a contract gives at a path, and whether the node has it there. */
interface DefaultContribution {
  readonly contribution: Contribution;
  readonly counts: boolean;
  /** What the contract says about the value, for people. */
  readonly description: string | undefined;
}

/**
 * The default at a path, or above it: rule K36 of docs/concepts/contracts.md. `value` is what the node has at the path;
 * undefined if no contract has a default there.
 */
export function defaultAt(
  rules: ValueRules | undefined,
  path: ParameterPath,
  value: Value | undefined,
): DefaultContribution | undefined {
  const along = rulesAlong(rules, path);
  const depth = along.findLastIndex((at) => at?.fallback !== undefined);
  const fallback = along[depth]?.fallback;
  const given = fallback && valueAt(fallback.value, path.slice(depth + 1));
  if (fallback === undefined || given === undefined) return undefined;
  const { of, path: place, description } = fallback.contract;
  const counts = value?.origin.file === of.file;
  const step = stepBeside("default", of.id, place.origin);
  const action = counts ? "set" : "hidden";
  return { contribution: { step, position: 0, action, keepsBelow: false, value: given, path }, counts, description };
}

/** The rules behind each key of a path. */
function rulesAlong(rules: ValueRules | undefined, path: ParameterPath): readonly (ValueRules | undefined)[] {
  let at = rules;
  return path.map((key) => {
    at = at?.next(key);
    return at;
  });
}

/**
 * The contributions to a list or mapping with the items or keys that the knockouts of each take away (rule K27 of
 * docs/concepts/contracts.md). Items made from references inside a list are not compared. Never fails.
 */
export function withKnockouts(
  contributions: readonly ExplainedContribution[],
  path: ParameterPath,
  rules: ValueRules | undefined,
): readonly ExplainedContribution[] {
  const strategy = rulesAlong(rules, path).at(-1)?.strategy;
  const sign = strategy?.knockout;
  if (strategy === undefined || sign === undefined) return contributions;
  let below: readonly Value[] = [];
  const seen = new Set<string>();
  return contributions.map((contribution) => {
    if (!contribution.counts) return contribution;
    const removed: Value[] = [];
    const said = targetOf(contribution);
    const above = said?.kind === "list" ? said.items : [];
    below = comparedLists({ below, above }, strategy, { clash: () => {}, removed: (item) => removed.push(item) });
    const entries = mapEntries(said);
    const knockouts = keyKnockouts(entries, sign);
    for (const { keyNode, taken } of knockouts) if (seen.delete(taken)) removed.push(textValue(taken, keyNode.origin));
    for (const { key } of entries) seen.add(key);
    for (const { key } of knockouts) seen.delete(key);
    return removed.length === 0 ? contribution : { ...contribution, removed };
  });
}

/** What a layer says, or what the reference leads to that it says. */
function targetOf({ value, references }: ExplainedContribution): Value | undefined {
  return value.kind === "template" ? references[0]?.value : value;
}
