import { PROOF_TRAILER, proofFindings, trailerFinding, verifyTrailer } from "../../annex/edit/proof/verify.ts";

/** What hooks ask of the proofs that commits state: the one place in which they name what edits files. */
export const proofs = {
  trailer: PROOF_TRAILER,
  findings: proofFindings,
  finding: trailerFinding,
  verify: verifyTrailer,
};
