import { terminalSafe } from "../../../base/terminal-text.ts";
import type { Snapshot } from "../../../model/inventory/snapshot.ts";
import type { ReviewedComparison } from "../../../model/results/block.ts";
import type { Change } from "../../../model/results/change.ts";
import { type Comparison, differingNodes } from "../../../model/results/comparison.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { summaryText } from "../../../report/diff/summary.ts";
import type { ChangeSet, CommitCounts } from "../protocol/data.ts";
import { BlockRows } from "./block-rows.ts";
import type { MergeRow } from "./merge-items.ts";
import type { SpreadRows } from "./spread.ts";

/** A set of changes, as rows without values: what a row does on one node is compared again. */
export interface MadeChangeSet {
  readonly set: ChangeSet;
  /** Of a merge, by row: what it says about the merge, if that is no edit. */
  readonly merged?: readonly (MergeRow | undefined)[];
  /** Of two groups or classes, by row: the values of both. */
  readonly spreads?: readonly SpreadRows[];
}

/** The two states that a target names. */
export type Ends = readonly [Snapshot, Snapshot];

/** The changes between two states, and these two snapshots. */
export interface SeenChanges extends MadeChangeSet {
  readonly ends: Ends;
}

/** How much a comparison changes. */
export function countsOf(comparison: Comparison): CommitCounts {
  const { changes, nodes } = comparison;
  const count = (kind: Change["kind"]): number => changes.filter(({ change }) => change.kind === kind).length;
  return {
    nodes: differingNodes(comparison).size,
    changed: count("changed"),
    added: count("added"),
    removed: count("removed"),
    failing: nodes.newlyFailing.length,
    resolving: nodes.newlyResolving.length,
    unknown: nodes.stillFailing.length,
  };
}

/**
 * A comparison as blocks and their effects, in the order of `heir diff`; `command` prints those that a block leaves out, without one
 * it has all.
 */
export function changeSet(
  { key, isOfCommit }: Pick<ChangeSet, "key" | "isOfCommit">,
  comparison: Masked<ReviewedComparison>,
  command: string | undefined,
): ChangeSet {
  const { from, to, lookedAt } = comparison;
  const rows = new BlockRows(comparison, command);
  return {
    key,
    isOfCommit,
    from: from.title,
    to: to.title,
    subject: to.subject,
    counts: countsOf(comparison),
    nodes: rows.names(),
    blocks: rows.blocks,
    changes: rows.changes,
    files: lookedAt.files,
    summary: terminalSafe(summaryText(comparison)),
  };
}
