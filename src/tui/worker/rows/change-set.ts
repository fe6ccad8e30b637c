import { terminalSafe } from "../../../base/terminal-text.ts";
import { compareText } from "../../../base/text-order.ts";
import type { Snapshot } from "../../../model/inventory/snapshot.ts";
import type { Change } from "../../../model/results/change.ts";
import { type Comparison, differingNodes, type ReviewedComparison } from "../../../model/results/comparison.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import { summaryText } from "../../../report/diff/summary.ts";
import type { Row } from "../../../report/text/row.ts";
import { BlockRows, type ChangeRow } from "./block-rows.ts";
import type { MergeItem } from "./merge-items.ts";

export interface ChangeSet {
  /** `comparedKey` of what was asked for. */
  readonly key: string;
  /** Whether it is what a commit changes, which stays as it is. */
  readonly isOfCommit: boolean;
  readonly from: string;
  readonly to: string;
  readonly subject: string | undefined;
  readonly counts: CommitCounts;
  /** Blocks and changes refer to them by index. */
  readonly nodes: readonly string[];
  readonly blocks: Readonly<BlockRows["blocks"]>;
  /** The effects of each block in turn, then nodes of which nothing is known. */
  readonly changes: readonly ChangeRow[];
  readonly files: readonly string[];
  /** What was compared, in one sentence. */
  readonly summary: string;
  /** Whether it is about one node, or two as one: no edits, and no numbers of nodes. */
  readonly isOfOne?: true;
  /** Of a merge: the output of `heir merge-check --full`. */
  readonly report?: string;
  /** How many nodes were compared, as long as that are not all: numbers may still grow. */
  readonly soFar?: { readonly done: number; readonly total: number };
}

/** A set of changes, as rows without values: what a row does on one node is compared again. */
export interface MadeChangeSet {
  readonly set: ChangeSet;
  /** Of a merge, by row: what it says about the merge, if that is no edit. */
  readonly merged?: readonly (MergeItem | undefined)[];
  /** Of two groups or classes, by row: the values of both. */
  readonly spreads?: readonly SpreadRows[];
}

/** A path and each value of both sets with its nodes. */
export interface SpreadRows {
  readonly path: ParameterPath;
  readonly rows: readonly Row[];
}

/** The set as a table of paths, with both sides of each. */
export function asTable(set: ChangeSet): ChangeSet {
  const changes = set.changes.map(({ follows: _, ...row }) => ({ ...row, block: undefined }));
  changes.sort((one, other) => compareText(one.title, other.title));
  return { ...set, blocks: [], changes, isOfOne: true };
}

export type Ends = readonly [Snapshot, Snapshot];

export interface SeenChanges extends MadeChangeSet {
  readonly ends: Ends;
}

export type CommitCounts = ReturnType<typeof countsOf>;

/** How much a comparison changes: nodes touched, unique values, nodes that newly fail or resolve, and those that could not be compared. */
export function countsOf(comparison: Comparison) {
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

/** A comparison as blocks in the order of `heir diff`; `command` prints effects left out, without it none are. */
export function changeSet(
  { key, isOfCommit }: Pick<ChangeSet, "key" | "isOfCommit">,
  comparison: Masked<ReviewedComparison>,
  command: string | undefined,
): ChangeSet {
  const { from, to, lookedAt } = comparison;
  const { blocks, changes, indexes } = new BlockRows(comparison, command);
  const made = { nodes: indexes.all, blocks, changes, counts: countsOf(comparison), files: lookedAt.files };
  const summary = terminalSafe(summaryText(comparison));
  return { key, isOfCommit, from: from.title, to: to.title, subject: to.subject, summary, ...made };
}
