import type { Abortable } from "../../../model/inventory/snapshot.ts";
import { derived } from "../../../model/secrets/mask.ts";
import { stoppedAt } from "../../../workspace/check/stopping.ts";
import { openHookRepository } from "../../../workspace/hook-repository.ts";
import { compareStagedMerge, isStrictMerge, mergedHeads } from "../../../workspace/merge/staged.ts";
import type { Finding } from "../../../workspace/workspace.ts";
import type { StagedMergeReport, StagedReport } from "../protocol/data.ts";
import type { Ends, WorkerRepository } from "../repository.ts";
import { findingRow } from "../rows/finding-row.ts";
import { mergeItems } from "../rows/merge-items.ts";
import type { AnswerWork, Ask } from "../work.ts";

/** What a commit made now would change, and what the hook would report. */
export async function answerStaged(
  { target }: Ask<"staged">,
  { repository, signal, progress }: AnswerWork,
): Promise<StagedReport> {
  const { set, fresh, older = [], ends } = await repository.judge(target, { signal, progress });
  const settings = await (await repository.history()).settings();
  const stops = stoppedAt(settings.get("faillevel") === "warning" ? "warning" : "error");
  const first = fresh.filter(stops);
  const others = fresh.filter((finding: Finding) => !stops(finding));
  const merge = await mergeReport(repository, ends, { signal });
  const isRefused = isStrictMerge(settings.get("strictmerge")) && (merge?.items.length ?? 0) > 0;
  return {
    target,
    set,
    findings: [...first, ...others].map((finding) => findingRow(finding, "new")),
    older: older.map((finding) => findingRow(finding, "older")),
    merge,
    isStopped: first.length > 0 || isRefused,
  };
}

/** As in pre-commit, a merge of more than two branches is not compared with each of them. */
async function mergeReport(
  repository: WorkerRepository,
  [before, after]: Ends,
  options: Abortable,
): Promise<StagedMergeReport | undefined> {
  const workspace = await repository.workspace();
  const hooked = await openHookRepository(workspace.source, workspace.source.top);
  const [head, ...more] = await mergedHeads(hooked);
  if (head === undefined) return undefined;
  if (more.length > 0) return { head: `${more.length + 1} branches`, items: [] };
  const task = { before, after, head, isByHand: true };
  const comparison = await compareStagedMerge({ repository: hooked, workspace }, task, options);
  // The findings already say why nodes fail that resolve on each side.
  const others = derived(comparison, (whole) => ({ ...whole, nodes: { ...whole.nodes, failing: [] } }));
  const items = mergeItems(others, { conflicts: [], findings: [] }).filter(({ isConflict }) => isConflict);
  return { head: head.slice(0, 7), items };
}
