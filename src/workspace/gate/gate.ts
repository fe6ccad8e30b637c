import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Snapshots } from "../../source/snapshot/parts.ts";
import type { CommitRange, RepositoryReader, StepReader } from "../repository/hook-repository.ts";
import type { CheckOptions, Finding } from "../workspace.ts";
import type { AcceptedTrailers } from "./consent.ts";
import type { Firmness } from "./objections.ts";

/** Findings of the proofs that the commits of a range state (rule X9 in docs/concepts/edits.md). */
export type ProofReader = (range: CommitRange, reader: RepositoryReader) => Promise<readonly Diagnostic[]>;

/** What a gate judges with, and how. Without a repository nothing can consent. */
export interface GateWork extends StepReader {
  /** Whether every finding of the later state is counted, or only what the change reaches. */
  readonly depth: "whole" | "change";
  readonly firmness: Firmness;
  /** Proves again what commits state; absent where trailers are not proved. */
  readonly proofs?: ProofReader | undefined;
  /** What else is looked for, and how progress is reported. */
  readonly check?: Pick<CheckOptions, "infos" | "progress" | "causes">;
}

/** A gate: what it goes by, alike for all that it judges. */
export interface Gate extends GateWork {
  /** Whether a finding in the data refuses. */
  readonly blocks: (finding: Finding) => boolean;
  /** How many of so many nodes may be lost. */
  readonly maxLost: (all: number) => number;
  readonly maxNodes: number | undefined;
  readonly accepted: AcceptedTrailers;
  readonly isSigned: boolean;
  /** The policy ref's inventories, which judge where the earlier state has none (rule J8 in docs/concepts/gates.md). */
  readonly model?: Snapshots;
  /** The tip of the policy ref; absent where it is not known. */
  readonly policyTip?: string | undefined;
}
