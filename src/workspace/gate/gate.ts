import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Snapshots } from "../../source/snapshot/parts.ts";
import { stoppedAt } from "../judge/judgement.ts";
import { lossAllowance, numberIn, wordIn } from "../repository/git-settings.ts";
import type { CommitRange, RepositoryReader, StepReader } from "../repository/hook-repository.ts";
import type { CheckOptions } from "../workspace.ts";
import { acceptWords } from "./consent.ts";
import type { Firmness } from "./objections.ts";

/** Findings of the proofs that the commits of a range state (rule X9 in docs/concepts/edits.md). */
export type ProofReader = (range: CommitRange, reader: RepositoryReader) => Promise<readonly Diagnostic[]>;

/** What a gate judges with, and how. Without a repository nothing can consent. */
interface GateWork extends StepReader {
  /** Whether every finding of the later state is counted, or only what the change reaches. */
  readonly depth: "whole" | "change";
  readonly firmness: Firmness;
  /** Proves again what commits state; absent where trailers are not proved. */
  readonly proofs?: ProofReader | undefined;
  /** What else is looked for, and how progress is reported. */
  readonly check?: Pick<CheckOptions, "infos" | "progress" | "causes">;
}

/** A gate: what it goes by, alike for all that it judges. */
export interface Gate extends ReturnType<typeof openGate> {
  /** The policy ref's inventories, which judge where the earlier state has none (rule J8 in docs/concepts/gates.md). */
  readonly model?: Snapshots;
  /** The tip of the policy ref; absent where it is not known. */
  readonly policyTip?: string | undefined;
}

/** A gate by the settings of a repository. Throws HeirError for a setting that is not valid. */
export function openGate(work: GateWork) {
  const settings = work.repository?.settings ?? new Map<string, string>();
  return {
    ...work,
    /** Which findings in the data refuse. */
    blocks: stoppedAt(wordIn(settings, "failLevel", ["error", "warning"])),
    maxLost: lossAllowance(settings),
    maxNodes: numberIn(settings, "maxNodes"),
    accepted: wordIn(settings, "acceptTrailers", acceptWords),
    isSigned: wordIn(settings, "requireSigned", ["false", "true"]) === "true",
  };
}
