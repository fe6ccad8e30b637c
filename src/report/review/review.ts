import type { FoundProblem } from "../../model/findings/diagnostic.ts";
import { countOfAll } from "../../model/findings/finding-limit.ts";
import type { ReviewedComparison } from "../../model/results/block.ts";
import type { MergeComparison } from "../../model/results/branch-merge.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { verdictText } from "../diff/summary.ts";
import { counted } from "../text/row.ts";

/** What a change does, and what is wrong since then. */
export interface Review {
  readonly comparison: Masked<ReviewedComparison>;
  /** The findings that the earlier state does not have, as `heir check --new-since` reports them. */
  readonly findings: readonly FoundProblem[];
  /** What new merges made that neither of their sides has, by the name of each. */
  readonly met: readonly { readonly name: string; readonly comparison: Masked<MergeComparison> }[];
  /** Files whose text git cannot merge. */
  readonly conflicts: readonly string[];
}

/**
 * `fails`: a node newly fails, an error is new, a merge has what neither side has, or git cannot merge the text. `incomplete`: of some nodes nothing is known, as neither state resolves
 * them. Anything else `passes`.
 */
export type ReviewStatus = "passes" | "fails" | "incomplete";

/** The verdict on a change. Never fails. */
export function reviewStatus({ comparison, findings, met, conflicts }: Review): ReviewStatus {
  const { nodes, lookedAt } = comparison;
  const isError = findings.some(({ diagnostic }) => diagnostic.severity === "error");
  if (nodes.newlyFailing.length > 0 || isError || met.length + conflicts.length > 0) return "fails";
  const isUnmerged = lookedAt.leftOut.some(({ kind }) => kind === "unmerged");
  return nodes.stillFailing.length > 0 || isUnmerged ? "incomplete" : "passes";
}

/** The verdict in one line: what the blocks do, and the number of new findings. */
export function reviewVerdict({ comparison, findings }: Review): string {
  const count = countedFindings(findings);
  return [verdictText(comparison), ...(count === "" ? [] : [count])].join("; ");
}

/** `1 new error, 2 new warnings`; empty if there are none. */
export function countedFindings(findings: readonly FoundProblem[]): string {
  const words = [
    ["error", "new error"],
    ["warning", "new warning"],
    ["info", "new note"],
  ] as const;
  const counts = words.flatMap(([severity, word]) => {
    const count = countOfAll(findings.filter(({ diagnostic }) => diagnostic.severity === severity));
    return count === 0 ? [] : [counted(count, word)];
  });
  return counts.join(", ");
}
