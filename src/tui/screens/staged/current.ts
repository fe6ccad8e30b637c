import { isSame } from "../../../base/same.ts";
import type { TuiState } from "../../state.ts";

/** Whether the report is of what the index and the work tree hold now: only then its verdict is true. */
export function isCurrent({
  staged: { report },
  trees,
  pending,
}: Pick<TuiState, "staged" | "trees" | "pending">): boolean {
  return report !== undefined && trees !== undefined && !pending.has("staged") && isSame(report.trees, trees);
}
