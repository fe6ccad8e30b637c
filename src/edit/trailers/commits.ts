import { command } from "../../base/command.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { CommitProof, Verification } from "../../model/results/proof.ts";
import type { CommitRange, HookRepository } from "../../workspace/hook-repository.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { PROOF_TRAILER } from "./stated-proof.ts";
import { verifyTrailer } from "./verify.ts";

interface CommitReading extends Abortable {
  readonly workspace: Workspace;
  readonly repository: HookRepository;
}

/**
 * Proves again what the trailers of commits state of the step from their first parent, newest first (rule X9 of
 * docs/concepts/edits.md). Throws HeirError when git fails, and what reading the states throws.
 */
export async function commitProofs(
  { old, now }: CommitRange,
  { workspace, repository, signal }: CommitReading,
): Promise<readonly CommitProof[]> {
  const trailers = await repository.trailersBetween(old, now, [PROOF_TRAILER]);
  const proofs: CommitProof[] = [];
  for (const { commit, value: text } of trailers) {
    const after = await repository.commit(commit, { signal });
    const [parent] = after.parents;
    const before = parent === undefined ? repository.empty : await repository.commit(parent, { signal });
    proofs.push({
      commit,
      text,
      verification: await verifyTrailer(text, { before, after }, { workspace, repository, signal }),
    });
  }
  return proofs;
}

/** The findings of such proofs: none for those that hold. */
export async function proofFindings(range: CommitRange, reading: CommitReading): Promise<readonly Diagnostic[]> {
  const proofs = await commitProofs(range, reading);
  return proofs.flatMap((proof) => proofFinding(proof) ?? []);
}

/** The finding of a proof that does not hold, or holds for other states; undefined for one that holds. */
export function proofFinding({ commit, text, verification }: CommitProof): Diagnostic | undefined {
  const id = commit.slice(0, 7);
  const hint = `${command(["heir", "diff", `${id}^`, id])} shows what it changes`;
  return trailerFinding({ text, verification, whose: `commit ${id}` }, hint);
}

interface StatedTrailer {
  readonly text: string;
  readonly verification: Verification;
  /** What states it: `commit 1a2b3c4`, `the message`. */
  readonly whose: string;
}

/** The finding of a trailer; undefined for one that holds. */
export function trailerFinding({ text, verification, whose }: StatedTrailer, hint: string): Diagnostic | undefined {
  if (verification.result === "holds") return undefined;
  const { result, why } = verification;
  return finding(result, undefined, `${whose} states the proof "${text}", but ${why}`, { hint });
}
