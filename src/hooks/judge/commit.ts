import { countOfAll } from "../../model/findings/finding-limit.ts";
import { newPairRow, withoutOrderPairs } from "../../report/findings/problems.ts";
import { counted, rowText } from "../../report/text/row.ts";
import type { Verdict } from "../../workspace/gate/judge.ts";
import { verdictFindings } from "../../workspace/gate/verdict.ts";
import type { Finding } from "../../workspace/workspace.ts";
import { gateNotice, judgeGate } from "./gate.ts";
import { judgePatch, mergedBranches, tellMerge } from "./meetings.ts";
import { olderText, sayLine, sayReport, stepText } from "./report.ts";
import { type HookVerdict, type HookWork, judgeStep, rememberStep } from "./work.ts";

/** The wording of a hook that guards a commit. */
interface Guard {
  readonly subject: string;
  readonly skip: string;
  /** How many reports share the available lines. */
  readonly sharedBy?: number;
}

/** At most this many new pairs of classes are named. */
const MOST_PAIRS = 3;

/** pre-commit: what is about to be committed, against HEAD; when it concludes a merge, also against both sides. */
export async function preCommit(work: HookWork): Promise<HookVerdict> {
  return judgeMerged(work, { subject: "commit", skip: "git commit --no-verify" });
}

/** pre-merge-commit: the merged tree, against HEAD, and against both sides. */
export async function preMergeCommit(work: HookWork): Promise<HookVerdict> {
  const skip = "git commit --no-verify completes the merge, git merge --abort aborts it";
  return judgeMerged(work, { subject: "merge", skip });
}

async function judgeMerged(work: HookWork, guard: Guard): Promise<HookVerdict> {
  const ways = await mergedBranches(work);
  const step = await judgeStaged(work, { ...guard, sharedBy: ways.length === 0 ? 1 : 2 });
  if (step === undefined) return "passed";
  if (ways.length > 0) await tellMerge(work, ways, step.isRefused);
  if (!step.isRefused && ways.every(({ kind }) => kind === "squash")) gateNotice(work, step.reach);
  return verdictOf(step);
}

/** pre-applypatch: what `git am` has applied and is about to commit, with the message that is ready. */
export async function preApplyPatch(work: HookWork): Promise<HookVerdict> {
  const step = await judgeStaged(work, { subject: "patch", skip: "git am --continue --no-verify" });
  if (step === undefined || step.isRefused) return verdictOf(step);
  const message = work.repository.gitText("rebase-apply/final-commit") ?? "";
  return (await judgePatch(work, message)) === "refused" ? "refused" : judgeGate(work, step.reach, message);
}

/** Checks the index in force against HEAD, and reports the findings. */
async function judgeStaged(work: HookWork, { subject, skip, sharedBy = 1 }: Guard): Promise<Verdict | undefined> {
  const { repository, signal } = work;
  const [head, staged] = await Promise.all([repository.head({ signal }), repository.staged({ signal })]);
  const step = await judgeStep(work, head, staged);
  if (step === undefined) {
    sayLine(work, "no inventory, not judged");
    return undefined;
  }
  const findings = verdictFindings(step);
  const all = allCommand(work);
  if (step.isRefused) {
    const notes = [olderText(step.older), `skip once: ${skip}`].filter((note) => note !== undefined);
    sayReport(work, { title: `${subject} refused: ${newText(findings)}`, findings, all, notes, sharedBy });
    return step;
  }
  const { others, pairs } = withoutOrderPairs(findings);
  if (others.length > 0)
    sayReport(work, { title: `${newText(others)}; ${subject} allowed`, findings: others, all, notes: [], sharedBy });
  for (const pair of pairs.slice(0, MOST_PAIRS)) sayLine(work, rowText(newPairRow(pair)));
  const more = pairs.length - MOST_PAIRS;
  if (more > 0) sayLine(work, `and ${counted(more, "more pair")} of classes (heir check --only order-fragile)`);
  sayLine(work, stepText(step));
  await rememberStep(work, step);
  return step;
}

function newText(findings: readonly Finding[]): string {
  return counted(countOfAll(findings), "new finding");
}

function verdictOf(step: Verdict | undefined): HookVerdict {
  return step?.isRefused === true ? "refused" : "passed";
}

/** `commit -a` and `commit PATH` check a temporary index; only the hook itself can repeat that report. */
function allCommand({ env }: HookWork): string {
  const index = env["GIT_INDEX_FILE"] ?? "index";
  return /(^|\/)index$/.test(index) ? "heir check --staged" : "git -c heir.reportLines=0 commit ..., as before";
}
