import type { MergeObserver, MergeResult } from "../merge/followed.ts";
import type { Pending, PendingContribution } from "../merge/partial-value.ts";
import type { ReferencingNode } from "./referencing-node.ts";

/**
 * Merges values of one node by way of trial, as reclass does it for a query: a mapping or list inside text is not looked
 * into, and a reference without a target that another reference leads to is null. This tells which layers are left; only
 * these are then merged in earnest (rule Q7 of docs/concepts/queries.md).
 */
export class LeftLayers implements MergeObserver {
  readonly kindsOnly = true;
  private readonly node: ReferencingNode;
  private readonly replacing = new Set<PendingContribution>();

  /** `node`: the same node again, with this as its observer. */
  constructor(node: (observer: MergeObserver) => ReferencingNode) {
    this.node = node(this);
  }

  /** A value without the layers that a later one replaces. With all of them if merging fails, to find the fault. */
  of(pending: Pending, path: readonly string[]): Pending {
    const { contributions } = pending;
    if (contributions.length < 2) return pending;
    const { kind } = this.node.tryFollow(pending, path);
    if (kind === "missing" || this.node.faults.some(({ stops }) => stops !== "at-end")) return pending;
    const from = contributions.findLastIndex((each) => this.replacing.has(each));
    return from > 0 ? { ...pending, contributions: contributions.slice(from) } : pending;
  }

  watchedBelow(): undefined {
    return undefined;
  }

  merged(contribution: PendingContribution, { mode }: MergeResult): void {
    if (mode === "replace") this.replacing.add(contribution);
  }
}
