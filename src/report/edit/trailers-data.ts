import type { CommitProof, Verification } from "../../model/results/proof.ts";

/** The proofs that commits state, proved again: `heir prove --trailers RANGE --json`. */
export interface TrailersData {
  readonly v: 1;
  /** Newest first. */
  readonly proofs: readonly TrailerData[];
}

interface TrailerData {
  readonly commit: string;
  /** What the commit states: the value of its trailer. */
  readonly proof: string;
  readonly result: Verification["result"];
  /** What is wrong with it; null for one that holds. */
  readonly why: string | null;
}

/** Proofs that commits state, for programs. */
export function trailersData(proofs: readonly CommitProof[]): TrailersData {
  const data = proofs.map(({ commit, text, verification }) => {
    const why = verification.result === "holds" ? null : verification.why;
    return { commit, proof: text, result: verification.result, why };
  });
  return { v: 1, proofs: data };
}
