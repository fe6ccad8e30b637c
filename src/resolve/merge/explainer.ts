import type { Inventory, ResolvedNode } from "../../model/inventory/inventory.ts";
import type { Contribution, ExplainedContribution } from "../../model/results/explanation.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { fixedPath, type Reference, type ReferencePath } from "../../model/values/reference-path.ts";
import { type Span, textValue, type Value } from "../../model/values/value.ts";
import { mapEntries } from "../../model/values/value-at.ts";
import type { Linearisation } from "../ancestry/linearise.ts";
import { rulesAlong, type ValueRules } from "../contracts/value-rules.ts";
import type { MergeObserver, MergeResult } from "./followed.ts";
import { Interpolation } from "./interpolation.ts";
import { keyKnockouts } from "./key-knockouts.ts";
import { comparedLists } from "./list-strategies.ts";
import { mergeSteps } from "./merge.ts";
import type { MergedMap, Path, PendingContribution } from "./partial-value.ts";
import { type LayerContribution, PathTrace } from "./path-trace.ts";
import { queryAnswers } from "./query.ts";
import { type WatchedKeys, watchedBelow, watchedKeys } from "./watch.ts";

export interface AskedValue {
  readonly section: "parameters" | "exports";
  readonly path: Path;
}

/** The part of a node's ancestry that its values are made from. */
export type LayersOfNode = Pick<Linearisation, "steps" | "reads" | "rules">;

/** What each layer of a node does to its values. Its ancestry is known; `resolved` if it resolves. */
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
