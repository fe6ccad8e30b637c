import { countOfAll } from "../../../model/findings/rest.ts";
import type { MergeComparison } from "../../../model/results/branch-merge.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { mergeHeadRows, mergeReportRows, mergeSummary } from "../../../report/merges/merge.ts";
import { rowText } from "../../../report/text/row.ts";
import { withBlocks } from "../../../workspace/compare/blocks.ts";
import { compareMerge, mergeFindings } from "../../../workspace/merge/merge.ts";
import { writeReport } from "../../../workspace/merge/report.ts";
import { type PlannedMerge, planMerge } from "../../../workspace/merge/source.ts";
import type { ChangeSet, MergeView } from "../protocol/data.ts";
import type { Questions } from "../protocol/questions.ts";
import { changeSet } from "../rows/change-set.ts";
import { mergeItems } from "../rows/merge-items.ts";
import type { AnswerWork, Ask } from "../work.ts";

/** What merging a branch does to values that neither side does. */
export async function answerMerge({ branch, into }: Ask<"merge">, work: AnswerWork): Promise<MergeView> {
  const { repository, signal, progress } = work;
  const workspace = await repository.workspace();
  const plan = await planMerge(workspace.source, { branch, into, signal });
  const { commits, conflicts, isFastForward } = plan;
  const comparison = await compareMerge(workspace, plan.task, { signal, progress });
  const { fresh, brought } = await mergeFindings(workspace, plan.task, { signal, progress });
  const report = { comparison, findings: fresh, brought: countOfAll(brought) };
  const head = { branch, into, commits, conflicts, isFastForward };
  const rows = [...mergeReportRows(report, head, { full: true })];
  return {
    branch,
    into,
    items: mergeItems(comparison, { conflicts, findings: fresh, brought: await broughtBy(plan, comparison, work) }),
    // The files in conflict are items of their own.
    head: mergeHeadRows(head, comparison.base).slice(0, conflicts.length === 0 ? undefined : -conflicts.length),
    summary: mergeSummary(comparison, countOfAll(fresh), countOfAll(brought)),
    text: rows.map((row) => `${rowText(row)}\n`).join(""),
  };
}

/** What the merge does to the branch that it goes into, apart from nodes that need a file in conflict. */
async function broughtBy(
  { task: { states } }: PlannedMerge,
  { nodes: { unsettled } }: Masked<MergeComparison>,
  { repository, signal, progress }: AnswerWork,
): Promise<ChangeSet> {
  const workspace = await repository.workspace();
  const open = new Set(unsettled);
  const { nodeNames } = await workspace.load(states.merged, { signal });
  const nodes = open.size === 0 ? {} : { nodes: new Set(nodeNames.filter((name) => !open.has(name))) };
  const options = { signal, progress, causes: true, secrets: repository.secrets, ...nodes };
  const comparison = await workspace.compare(states.ours, states.merged, options);
  return changeSet({ key: "merge", isOfCommit: false }, withBlocks(comparison), "heir diff").set;
}

/** Writes the report to a new file. */
export async function mergeWrite(
  { name, text }: Ask<"mergeWrite">,
  { repository }: AnswerWork,
): Promise<Questions["mergeWrite"]["answer"]> {
  await writeReport(repository.place().cwd, name, text);
  return { name };
}
