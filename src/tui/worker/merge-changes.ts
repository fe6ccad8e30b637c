import { countOfAll } from "../../model/findings/rest.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { mergeHeadRows, mergeReportRows, mergeSummary } from "../../report/merges/merge.ts";
import { rowText } from "../../report/text/row.ts";
import { withBlocks } from "../../workspace/compare/blocks.ts";
import { meet } from "../../workspace/merge/merge.ts";
import { planMerge } from "../../workspace/merge/source.ts";
import type { CompareOptions, Workspace } from "../../workspace/workspace.ts";
import { comparedKey, type MergeTarget } from "../state/compared.ts";
import { changeSet, type Ends, type SeenChanges } from "./rows/change-set.ts";
import { mergeRows } from "./rows/merge-items.ts";
import { mergeSet } from "./rows/merge-set.ts";

interface MergeWork {
  readonly workspace: Workspace;
  /** How two states differ, on the nodes that are meant. */
  compare(ends: Ends, options: CompareOptions): Promise<Masked<Comparison>>;
  readonly options: CompareOptions;
}

/**
 * What merging a branch would do: semantic conflicts and what else speaks against it, then each edit that comes with the merge.
 * Nothing is merged. Throws HeirError for unknown revisions and unrelated histories.
 */
export async function mergeChanges(
  target: MergeTarget,
  { workspace, compare, options }: MergeWork,
): Promise<SeenChanges> {
  const { branch, into } = target;
  const plan = await planMerge(workspace.source, { branch, into, signal: options.signal });
  const { commits, conflicts, isFastForward } = plan;
  const { ours, merged } = plan.task.states;
  const { comparison, fresh, brought } = await meet(workspace, plan.task, options);
  const head = { branch, into, commits, conflicts, isFastForward };
  const report = { comparison, findings: fresh, brought: countOfAll(brought) };
  const printed = [...mergeReportRows(report, head, { full: true })];
  // Nodes that need a file in conflict cannot be compared.
  const open = new Set(comparison.nodes.unsettled);
  const { nodeNames } = await workspace.load(merged, { signal: options.signal });
  const nodes = open.size === 0 ? {} : { nodes: new Set(nodeNames.filter((name) => !open.has(name))) };
  const compared = await compare([ours, merged], { ...options, ...nodes, causes: true });
  const edits = changeSet({ key: comparedKey(target), isOfCommit: false }, withBlocks(compared), undefined);
  const rows = mergeRows(comparison, { conflicts, findings: fresh });
  const made = mergeSet(edits, rows, {
    head: mergeHeadRows(head, comparison.base),
    summary: mergeSummary(comparison, countOfAll(fresh), countOfAll(brought)),
    report: printed.map((row) => `${rowText(row)}\n`).join(""),
  });
  return { ...made, ends: [ours, merged] };
}
