import { PROOF_TRAILER, trailerFinding, verifyTrailer } from "../../edit/trailers/verify.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Verification } from "../../model/results/proof.ts";
import { mask } from "../../model/secrets/mask.ts";
import { noSecrets } from "../../model/secrets/secrets.ts";
import { counted } from "../../report/text/row.ts";
import type { TreeState } from "../../workspace/hook-repository.ts";
import { sayReport } from "./report.ts";
import type { HookVerdict, HookWork } from "./work.ts";

const HINT = "heir diff --staged shows what the commit changes; omit the trailer, or commit what it states";

/**
 * Proves again what the trailers of a message state of what is about to be committed. git does not say whether HEAD is
 * amended: a proof may be about the step from HEAD, or from its first parent.
 */
export async function judgeProofs(work: HookWork, message: string): Promise<HookVerdict> {
  const { repository, signal } = work;
  const texts = await repository.messageTrailers(message, PROOF_TRAILER);
  if (texts.length === 0) return "passed";
  const [head, staged] = await Promise.all([repository.head({ signal }), repository.staged({ signal })]);
  const [parent] = head.parents;
  const former = parent === undefined ? repository.empty : await repository.commit(parent, { signal });
  const found: Diagnostic[] = [];
  for (const text of texts) {
    const verification = await verifiedFrom([head, former], staged, text, work);
    found.push(...[trailerFinding({ text, verification, whose: "the message" }, HINT) ?? []].flat());
  }
  if (found.length === 0) return "passed";
  const isRefused = found.some(({ severity }) => severity === "error");
  sayReport(work, {
    title: `${counted(found.length, "new finding")}; commit ${isRefused ? "refused" : "allowed"}`,
    findings: found.map((diagnostic) => ({ diagnostic: mask("finding", diagnostic, noSecrets), nodes: [] })),
    all: "heir prove HEAD INDEX",
    notes: isRefused ? ["skip once: git commit --no-verify"] : [],
  });
  return isRefused ? "refused" : "passed";
}

/** The first that holds, even if it is stale; else what is wrong with the step from HEAD. */
async function verifiedFrom(
  [head, ...others]: readonly [TreeState, ...TreeState[]],
  staged: TreeState,
  text: string,
  work: HookWork,
): Promise<Verification> {
  const first = await verifyTrailer(text, { before: head, after: staged }, work);
  if (first.result === "holds") return first;
  let best = first;
  for (const before of others) {
    const next = await verifyTrailer(text, { before, after: staged }, work);
    if (next.result === "holds") return next;
    if (best.result === "proof-false") best = next;
  }
  return best.result === "proof-false" ? first : best;
}
