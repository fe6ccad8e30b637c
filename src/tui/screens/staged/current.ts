import { isSame } from "../../../base/same.ts";
import { isActing, type TuiState } from "../../state.ts";
import type { StagedReport } from "../../worker/questions.ts";

/** Whether the report is of what the index and the work tree hold now: only then its verdict is true. */
export function isCurrent({
  staged: { report },
  trees,
  pending,
}: Pick<TuiState, "staged" | "trees" | "pending">): boolean {
  return (
    report !== undefined &&
    trees !== undefined &&
    !pending.has("staged") &&
    !isActing({ pending }) &&
    isSame(report.trees, trees)
  );
}

/** What the hook would say, as far as it is known of what is there now. */
export function verdict(state: Pick<TuiState, "staged" | "trees" | "pending">): string {
  const { report } = state.staged;
  if (report === undefined) return "";
  return isCurrent(state) ? verdictText(report) : "checking…";
}

/** `a commit would pass`: of the index, and of the work tree where that is something else. */
export function verdictText({ verdicts: { index, worktree } }: StagedReport): string {
  const ofIndex =
    index === undefined ? "the index cannot be checked" : `a commit would ${index ? "be stopped" : "pass"}`;
  return worktree === index || worktree === undefined
    ? ofIndex
    : `${ofIndex} · with the work tree: ${worktree ? "stopped" : "passes"}`;
}
