import type { Review } from "../../report/review/review.ts";
import { withBlocks } from "../compare/blocks.ts";
import { checkGate, type GateQuestion } from "../gate/check-gate.ts";
import { verdictFindings } from "../gate/verdict.ts";
import type { CheckOptions, Workspace } from "../workspace.ts";

/**
 * What the step from one state to another does to values, and the findings that `heir check NEW --new-since OLD` reports of
 * it. Secrets are masked. Throws as {@link checkGate} does.
 */
export async function reviewChange(
  workspace: Workspace,
  question: GateQuestion,
  options: Pick<CheckOptions, "signal" | "progress"> = {},
): Promise<Review> {
  const { verdict, comparison } = await checkGate(workspace, question, { ...options, causes: true });
  return { comparison: withBlocks(comparison), findings: verdictFindings(verdict) };
}
