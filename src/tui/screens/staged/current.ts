import { isSame } from "../../../base/same.ts";
import type { TuiState } from "../../state.ts";
import type { QuestionKind } from "../../worker/protocol/questions.ts";

/** Kinds of questions that change the index or the work tree. */
const ACTS: readonly QuestionKind[] = ["staged", "stage", "commit", "undo", "orderWrite", "setWrite"];

/** Whether the report is of what the index and the work tree hold now: only then its verdict is true. */
export function isCurrent({
  staged: { report },
  trees,
  pending,
}: Pick<TuiState, "staged" | "trees" | "pending">): boolean {
  return (
    report !== undefined &&
    trees !== undefined &&
    !ACTS.some((kind) => pending.has(kind)) &&
    isSame(report.trees, trees)
  );
}
