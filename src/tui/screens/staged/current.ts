import { isSame } from "../../../base/remembered.ts";
import { counted } from "../../../report/text/row.ts";
import { type Line, span } from "../../draw/line.ts";
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

/** What the hook would say of the state in front, and of the other one where it differs; as far as it is known of what is there now. */
export function verdictLine(state: Pick<TuiState, "staged" | "trees" | "pending" | "failures">): Line {
  const { report } = state.staged;
  if (report === undefined) return [span("muted", state.failures.has("staged") ? "" : " checking…")];
  if (!isCurrent(state)) return [span("muted", " checking…")];
  const [text, other = ""] = verdictTexts(report);
  const isStopped = report.verdicts.index !== false;
  return [
    span(isStopped ? "error" : "added", ` ${isStopped ? "✗" : "✓"} ${text}`),
    span(other.endsWith("stopped") ? "error" : "added", other && `   ${other}`),
  ];
}

/** `a commit would pass`: of the index, and of the work tree where that is something else. */
export function verdictTexts({ verdicts: { index, worktree }, findings }: StagedReport): readonly string[] {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const why = index === true && errors > 0 ? `: ${counted(errors, "error")}` : "";
  const ofIndex =
    index === undefined ? "the index cannot be checked" : `a commit would ${index ? `be stopped${why}` : "pass"}`;
  if (worktree === index || worktree === undefined) return [ofIndex];
  return [ofIndex, `${worktree ? "✗" : "✓"} work tree: ${worktree ? "stopped" : "passes"}`];
}
