import { EmptyScope } from "../../../model/findings/failure.ts";
import type { ContractDraft } from "../../../model/results/contracts.ts";
import { readPath } from "../../../model/values/parameter-path.ts";
import { parsePathFilter, touchesPath } from "../../../model/values/path-filter.ts";
import { draftLines } from "../../../report/contracts/rows.ts";
import { counted } from "../../../report/text/row.ts";
import { type ExitCode, exit } from "../../exit.ts";
import { printLeftOut } from "../../output/rows.ts";
import type { Scope } from "../../reading/names.ts";
import type { AskedState } from "../../reading/state.ts";

/** `heir contracts infer [PATH]`: a draft of contracts that the values of all nodes keep. */
export async function infer({ args, context, workspace, inventory, scope }: AskedState): Promise<ExitCode> {
  const { contractDraft } = await import("../../../workspace/check/draft.ts");
  const since = args.text("since");
  const until = args.text("rev") ?? "HEAD";
  const { signal, progress } = context;
  const earlier = since === undefined ? undefined : { since, until };
  const draft = await contractDraft(workspace, inventory, { signal, progress, earlier });
  for (const line of draftLines(chosen(draft, args.operands[1], scope))) await context.print(line);
  if (draft.failing > 0)
    context.note(`${counted(draft.failing, "node")} left out: heir check says why they do not resolve`);
  printLeftOut(context, scope.leftOut);
  return draft.failing > 0 ? exit.unresolved : exit.ok;
}

/** The part of a draft about the value at a path, and about the values inside it. */
function chosen(draft: ContractDraft, text: string | undefined, scope: Scope): ContractDraft {
  if (text === undefined) return draft;
  const path = readPath(text);
  const entries = draft.entries.filter((entry) => {
    const filter = parsePathFilter(entry.path);
    return typeof filter !== "string" && touchesPath({ ...filter, below: false }, path);
  });
  if (entries.length === 0)
    scope.leaveOut(new EmptyScope(text, `no node has a value at ${text}`, "heir contracts infer drafts all paths"));
  return { ...draft, entries };
}
