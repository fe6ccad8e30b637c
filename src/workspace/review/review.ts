import type { Review } from "../../report/review/review.ts";
import { withBlocks } from "../compare/blocks.ts";
import { checkGate, type GateOptions, type GateQuestion } from "../gate/check-gate.ts";
import { isMissing } from "../gate/pairs.ts";
import { verdictFindings } from "../gate/verdict.ts";
import type { Workspace } from "../workspace.ts";

/** A review, and of which inventory. */
export interface ChangeReview extends Review {
  /** The inventory folder from the top of the repository; in the earlier state if the later one has none. */
  readonly folder: string;
}

/**
 * What the step from one state to another does to values, and the findings that `heir check NEW --new-since OLD` reports of
 * it. Secrets are masked. Throws as {@link checkGate} does.
 */
export async function reviewChange(
  workspace: Workspace,
  question: GateQuestion,
  options: Pick<GateOptions, "signal" | "progress" | "proofs"> = {},
): Promise<ChangeReview> {
  const { verdict, comparison, folder } = await checkGate(workspace, question, { ...options, causes: true });
  const gone = verdict.parts.find(({ after }) => isMissing(after))?.before.place.folder;
  return { comparison: withBlocks(comparison), findings: verdictFindings(verdict), folder: gone ?? folder };
}
