import { resolve } from "node:path";
import { command } from "../../base/terminal-text.ts";
import { judgedNodes } from "../../cache/judged-trees.ts";
import { type Diagnostic, isError } from "../../model/findings/diagnostic.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { mask } from "../../model/secrets/mask.ts";
import { noSecrets } from "../../model/secrets/secrets.ts";
import { counted } from "../../report/text/row.ts";
import { messageTrailers } from "../../source/commits/commits.ts";
import { regularFileText } from "../../source/disk/read-files.ts";
import { largestNumber, TRAILERS } from "../../workspace/gate/consent.ts";
import { isStrictMerge, numberIn } from "../../workspace/repository/git-settings.ts";
import type { TreeState } from "../../workspace/repository/hook-repository.ts";
import { judgeMerge, mergedBranches } from "./meetings.ts";
import { sayLine, sayReport } from "./report.ts";
import { proofs } from "./steps.ts";
import { type HookVerdict, type HookWork, judgeStep, rememberedTree, treeName } from "./work.ts";

/**
 * commit-msg: a proof that the message states must hold, and what a merge makes must be written by a side. A commit that changes more nodes than `heir.maxNodes` needs a
 * trailer with the number; a merge needs none: its commits were checked one by one.
 */
export async function commitMessage(work: HookWork): Promise<HookVerdict> {
  const [file] = work.args;
  if (file === undefined) throw new HeirError("usage", "commit-msg needs the file of the message");
  const message = regularFileText(resolve(work.repository.cwd, file)) ?? "";
  const limit = numberIn(work.repository.settings, "maxNodes");
  const ways = isStrictMerge(work.repository.settings) || limit !== undefined ? await mergedBranches(work) : [];
  if ((await judgeProofs(work, message)) === "refused" || (await judgeMerge(work, ways, message)) === "refused")
    return "refused";
  if (limit === undefined || ways.some(({ kind }) => kind === "merge")) return "passed";
  return judgeGate(work, await stagedNodes(work), message);
}

/** Refuses a change of too many nodes whose message does not name their number. */
export async function judgeGate(work: HookWork, nodes: number, message: string): Promise<HookVerdict> {
  if (tooMany(work, nodes, []) === undefined) return "passed";
  const fault = tooMany(work, nodes, await messageTrailers(work.repository.program, message, TRAILERS.nodes));
  if (fault === undefined) return "passed";
  sayLine(work, `commit refused: it changes ${fault}`);
  const commit = command(["git", "commit", "--trailer", trailer(nodes)]);
  sayLine(work, `if this is intended, say so in the message: ${commit}; skip once: --no-verify`);
  return "refused";
}

/** Reports, before the message is written, that the message has to name the number. */
export function gateNotice(work: HookWork, nodes: number): void {
  if (tooMany(work, nodes, []) === undefined) return;
  const limit = numberIn(work.repository.settings, "maxNodes");
  sayLine(work, `this is more than heir.maxNodes (${limit}): the message needs ${trailer(nodes)}`);
}

/** Warns of a commit that changes too many nodes, by the trailers that it has. */
export function warnOfReach(work: HookWork, nodes: number, trailers: readonly string[]): void {
  const fault = tooMany(work, nodes, trailers);
  if (fault !== undefined) sayLine(work, `this commit changes ${fault}; its message needs ${trailer(nodes)}`);
}

/** How many nodes are more than `heir.maxNodes` and a trailer allow, and how many are allowed; undefined if they are not. */
function tooMany({ repository }: HookWork, nodes: number, trailers: readonly string[]): string | undefined {
  const limit = numberIn(repository.settings, "maxNodes");
  const named = largestNumber(trailers);
  if (limit === undefined || nodes <= Math.max(limit, named)) return undefined;
  return `${counted(nodes, "node")}, ${named < 0 ? `heir.maxNodes allows ${limit}` : `its trailer allows ${named}`}`;
}

function trailer(nodes: number): string {
  return `${TRAILERS.nodes}: ${nodes}`;
}

/** pre-commit has counted already, unless it was not run. */
async function stagedNodes(work: HookWork): Promise<number> {
  const { repository, signal } = work;
  const [before, after] = [await repository.head({ signal }), await repository.staged({ signal })];
  const known = judgedNodes(await rememberedTree(work, after.tree), treeName(before));
  return known ?? (await judgeStep(work, before, after))?.reach ?? 0;
}

const HINT = "heir diff --staged shows what the commit changes; omit the trailer, or commit what it states";

/** Proves again what the trailers state, from HEAD or from its first parent: git does not say if HEAD is amended. */
async function judgeProofs(work: HookWork, message: string): Promise<HookVerdict> {
  const { repository, signal } = work;
  const texts = await messageTrailers(repository.program, message, proofs.trailer);
  if (texts.length === 0) return "passed";
  const [head, staged] = await Promise.all([repository.head({ signal }), repository.staged({ signal })]);
  const former = await repository.former(head, { signal });
  const found: Diagnostic[] = [];
  for (const text of texts) {
    const verify = (before: TreeState) => proofs.verify(text, { before, after: staged }, work);
    const first = await verify(head);
    const other = first.result === "holds" ? first : await verify(former);
    const verification = RANKS.indexOf(other.result) > RANKS.indexOf(first.result) ? other : first;
    found.push(...[proofs.finding({ text, verification }, "the message", HINT) ?? []].flat());
  }
  if (found.length === 0) return "passed";
  const isRefused = found.some(isError);
  sayReport(work, {
    title: `${counted(found.length, "new finding")}; commit ${isRefused ? "refused" : "allowed"}`,
    findings: found.map((diagnostic) => ({ diagnostic: mask("finding", diagnostic, noSecrets), nodes: [] })),
    all: "heir prove HEAD INDEX",
    notes: isRefused ? ["skip once: git commit --no-verify"] : [],
  });
  return isRefused ? "refused" : "passed";
}

/** What a trailer can be worth, the best last. */
const RANKS = ["proof-false", "proof-stale", "holds"] as const;
