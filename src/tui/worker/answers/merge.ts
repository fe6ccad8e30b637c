import { mergeHeadRows, mergeReportRows, mergeSummary } from "../../../report/merges/merge.ts";
import { rowText } from "../../../report/text/row.ts";
import { compareMerge, mergeFindings } from "../../../workspace/merge/merge.ts";
import { writeReport } from "../../../workspace/merge/report.ts";
import { planMerge } from "../../../workspace/merge/source.ts";
import type { MergeView } from "../protocol/data.ts";
import type { Questions } from "../protocol/questions.ts";
import { mergeItems } from "../rows/merge-items.ts";
import type { AnswerWork, Ask } from "../work.ts";

/** What merging a branch does to values that neither side does. */
export async function answerMerge(
  { branch, into }: Ask<"merge">,
  { repository, signal, progress }: AnswerWork,
): Promise<MergeView> {
  const workspace = await repository.workspace();
  const plan = await planMerge(workspace.source, { branch, into, signal });
  const { commits, conflicts, isFastForward } = plan;
  const comparison = await compareMerge(workspace, plan.task, { signal, progress });
  const { fresh, brought } = await mergeFindings(workspace, plan.task, { signal, progress });
  const report = { comparison, findings: fresh, brought: brought.length };
  const head = { branch, into, commits, conflicts, isFastForward };
  const rows = [...mergeReportRows(report, head, { full: true })];
  return {
    branch,
    into,
    items: mergeItems(comparison, { conflicts, findings: fresh }),
    // The files in conflict are items of their own.
    head: mergeHeadRows(head, comparison.base).slice(0, conflicts.length === 0 ? undefined : -conflicts.length),
    summary: mergeSummary(comparison, fresh.length, brought.length),
    text: rows.map((row) => `${rowText(row)}\n`).join(""),
  };
}

/** Writes the report to a new file. */
export async function mergeWrite(
  { name, text }: Ask<"mergeWrite">,
  { repository }: AnswerWork,
): Promise<Questions["mergeWrite"]["answer"]> {
  await writeReport(repository.place().cwd, name, text);
  return { name };
}
