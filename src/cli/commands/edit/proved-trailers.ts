import { terminalSafe } from "../../../base/terminal-text.ts";
import { commitProofs, proofFinding } from "../../../edit/trailers/commits.ts";
import { documentJson } from "../../../encoding/json.ts";
import type { CommitProof, Verification } from "../../../model/results/proof.ts";
import { mask } from "../../../model/secrets/mask.ts";
import { noSecrets } from "../../../model/secrets/secrets.ts";
import { trailersData } from "../../../report/edit/trailers-data.ts";
import { diagnosticText } from "../../../report/findings/diagnostic.ts";
import { counted } from "../../../report/text/count.ts";
import { openHookRepository } from "../../../workspace/hook-repository.ts";
import { type ExitCode, exit } from "../../exit.ts";
import { isJson } from "../../words/options.ts";
import type { Arguments, Context } from "../command.ts";

/** `heir prove --trailers RANGE`: the proofs that commits state, proved again. Throws HeirError for no range. */
export async function proveTrailers(range: string, args: Arguments, context: Context): Promise<ExitCode> {
  const { signal } = context;
  const workspace = await context.open();
  const repository = await openHookRepository(workspace.source, workspace.source.top);
  const proofs = await commitProofs(await repository.commitRange(range, { signal }), { workspace, repository, signal });
  if (isJson(args)) await context.print(documentJson(trailersData(proofs)));
  else await printProofs(context, proofs, range);
  return proofs.some(({ verification }) => verification.result === "proof-false") ? exit.findings : exit.ok;
}

async function printProofs(context: Context, proofs: readonly CommitProof[], range: string): Promise<void> {
  for (const found of proofs.flatMap((proof) => proofFinding(proof) ?? [])) {
    const diagnostic = mask("finding", found, noSecrets);
    await context.print(diagnosticText({ diagnostic, nodes: [] }, context.theme, context.width));
  }
  const count = (result: Verification["result"]): number =>
    proofs.filter(({ verification }) => verification.result === result).length;
  const parts = [
    ...(count("holds") > 0 ? [`${count("holds")} ${count("holds") === 1 ? "holds" : "hold"}`] : []),
    ...(count("proof-stale") > 0 ? [`${count("proof-stale")} stale`] : []),
    ...(count("proof-false") > 0 ? [`${count("proof-false")} false`] : []),
  ];
  const results = parts.length === 0 ? "" : `: ${parts.join(", ")}`;
  await context.print(terminalSafe(`${counted(proofs.length, "proof")} in ${range}${results}`));
}
