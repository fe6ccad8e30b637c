import type { ContractFinding } from "../../model/results/comparison.ts";
import { derived } from "../../model/secrets/mask.ts";
import type { Review } from "../../report/review/review.ts";
import { contractFindings } from "../check/contract-findings.ts";
import { withBlocks } from "../compare/blocks.ts";
import { checkGate, type GateOptions, type GateQuestion } from "../gate/check-gate.ts";
import { isMissing } from "../gate/pairs.ts";
import { type JudgedInventory, verdictFindings } from "../gate/verdict.ts";
import type { Workspace } from "../workspace.ts";

/** A review, and of which inventory. */
export interface ChangeReview extends Review {
  /** The inventory folder from the top of the repository; in the earlier state if the later one has none. */
  readonly folder: string;
}

/**
 * What the step from one state to another does to values, the findings that `heir check NEW --new-since OLD` reports of it,
 * and the contracts that are kept again. Secrets are masked. Throws as {@link checkGate} does.
 */
export async function reviewChange(
  workspace: Workspace,
  question: GateQuestion,
  options: Pick<GateOptions, "signal" | "progress" | "proofs"> = {},
): Promise<ChangeReview> {
  const { verdict, comparison, snapshot } = await checkGate(workspace, question, { ...options, causes: true });
  const { parts } = verdict;
  const gone = parts.find(({ after }) => isMissing(after))?.before.place.folder;
  const keptAgain = await goneFindings(workspace, parts, options);
  // Contracts that are newly broken are among the findings.
  const whole = derived(comparison, (each) => ({ ...each, findings: { fresh: [], gone: keptAgain } }));
  return { comparison: withBlocks(whole), findings: verdictFindings(verdict), folder: gone ?? snapshot.place.folder };
}

/** Findings of contracts that only the earlier state of an inventory has. */
async function goneFindings(
  workspace: Workspace,
  parts: readonly JudgedInventory[],
  { signal }: Pick<GateOptions, "signal">,
): Promise<readonly ContractFinding[]> {
  const found: ContractFinding[] = [];
  for (const { before, after, comparison } of parts) {
    if (isMissing(before) || isMissing(after)) continue;
    const findings = await contractFindings(workspace, { before, after }, comparison, { signal });
    found.push(...(findings?.gone ?? []));
  }
  return found;
}
