import { command } from "../../base/terminal-text.ts";
import { countOfAll } from "../../model/findings/finding-limit.ts";
import { counted } from "../../report/text/row.ts";
import { commitIds } from "../../source/commits/commits.ts";
import { TRAILERS } from "../../workspace/gate/consent.ts";
import { numberIn } from "../../workspace/repository/git-settings.ts";
import { warnOfReach } from "./gate.ts";
import { sayReport } from "./report.ts";
import type { HookVerdict, HookWork } from "./work.ts";
import { firstParent, judgeStep, rememberedTree, rememberStep, treeName } from "./work.ts";

/** post-commit: warns of commits that bypassed hooks, as by --no-verify; not in a rebase: post-rewrite checks it. */
export async function postCommit(work: HookWork): Promise<HookVerdict> {
  const { repository, signal } = work;
  const rebased = ["rebase-merge/head-name", "rebase-apply/head-name"];
  if (rebased.some((path) => repository.gitText(path) !== undefined)) return "passed";
  const head = await repository.commit("HEAD", { signal });
  const known = await rememberedTree(work, head.tree);
  if (known !== undefined && numberIn(repository.settings, "maxNodes") === undefined) return "passed";
  const parent = await firstParent(work, head);
  if (parent === undefined) return "passed";
  const isKnown = known?.parent === treeName(parent);
  const step = isKnown ? undefined : await judgeStep(work, parent, head);
  const nodes = isKnown ? known.nodes : step?.reach;
  if (nodes !== undefined && head.parents.length < 2) {
    const trailers = await repository.trailersBetween(parent.id, head.id ?? "HEAD", [TRAILERS.nodes]);
    const texts = trailers.map(({ value }) => value);
    warnOfReach(work, nodes, texts);
  }
  if (step === undefined) return "passed";
  if (!step.isRefused) {
    await rememberStep(work, step);
    return "passed";
  }
  const title = `this commit has ${counted(countOfAll(step.fresh), "new finding")} and bypassed the pre-commit hook`;
  // Where HEAD was before, if git still knows it.
  const back = "HEAD@{1}";
  const [former] = await commitIds(repository.program, [back], { signal });
  const undo = former === undefined ? "" : `, or undo it: ${command(["git", "reset", "--keep", back])}`;
  const notes = [`fix it in a further commit${undo}`];
  sayReport(work, { title, findings: step.fresh, all: "heir check HEAD", notes });
  return "refused";
}
