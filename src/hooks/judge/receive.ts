import { fnmatch } from "../../base/fnmatch.ts";
import { counted } from "../../report/text/count.ts";
import type { ListedCommit } from "../../workspace/hook-repository.ts";
import { GATE_TRAILER, gateFault } from "./gate.ts";
import { sayLine, sayReport } from "./report.ts";
import { type JudgedStep, judgeStep } from "./step.ts";
import { judgeTips, type RefUpdate, type Tip, tipsOf } from "./tips.ts";
import { type HookVerdict, type HookWork, numberSetting, wordSetting } from "./work.ts";

/**
 * pre-receive: checks the new target of each ref, read from where git keeps the pushed objects until they are accepted.
 * `heir.receive=every` checks each new commit, too. One refusal refuses all refs of a push.
 */
export async function preReceive(work: HookWork): Promise<HookVerdict> {
  const updates = (await work.input()).split("\n").flatMap(refUpdate);
  const isIgnored = ignoredRefs(work);
  const tips = await tipsOf(
    work,
    updates.filter(({ ref }) => !isIgnored(ref)),
  );
  const others = updates.length > 1 ? ["git takes all refs of a push or none"] : [];
  const verdict = await judgeTips(work, tips, { notes: others });
  if (verdict === "refused" || wordSetting(work, "receive", ["tip", "every"]) === "tip") return verdict;
  return judgeEvery(work, tips);
}

/** `old-id new-id ref`. */
function refUpdate(line: string): readonly RefUpdate[] {
  const [old, now, ref] = line.split(" ");
  return now === undefined || ref === undefined || old === undefined ? [] : [{ ref, now, old }];
}

/** `heir.receiveIgnore`: patterns of refs to ignore, separated by spaces. */
function ignoredRefs({ repository }: HookWork): (ref: string) => boolean {
  const patterns = repository.settings.get("receiveignore")?.split(/\s+/) ?? [];
  const matches = patterns.filter((pattern) => pattern !== "").map((pattern) => fnmatch(pattern));
  return (ref) => matches.some((match) => match(ref));
}

const SECONDS = 10;
/** After this many bad commits the check ends. */
const MOST_BAD = 3;

interface BadCommit {
  readonly commit: ListedCommit;
  readonly step: JudgedStep;
  readonly gate: string | undefined;
}

/** Checks each new commit against its first parent, for a limited time. The tips have been checked already. */
async function judgeEvery(work: HookWork, tips: readonly Tip[]): Promise<HookVerdict> {
  const commits = await work.repository.unseenCommits(
    tips.map(({ commit }) => commit),
    GATE_TRAILER,
    { signal: work.signal },
  );
  const seconds = numberSetting(work, "receiveSeconds", 1) ?? SECONDS;
  const end = performance.now() + seconds * 1000;
  const bad: BadCommit[] = [];
  for (const [index, commit] of commits.entries()) {
    if (performance.now() > end) {
      sayLeftOut(work, { seconds, done: index, all: commits.length });
      break;
    }
    const found = await judgeCommit(work, commit);
    if (found !== undefined) bad.push(found);
    if (bad.length === MOST_BAD) break;
  }
  for (const each of bad) sayBadCommit(work, each, bad.length);
  return bad.length > 0 ? "refused" : "passed";
}

async function judgeCommit(work: HookWork, commit: ListedCommit): Promise<BadCommit | undefined> {
  const { repository, signal } = work;
  const [parent] = commit.parents;
  const before = parent === undefined ? repository.empty : await repository.commit(parent, { signal });
  const step = await judgeStep(work, before, await repository.commit(commit.id, { signal }));
  if (step === undefined) return undefined;
  const gate = gateFault(work, step.nodes, commit);
  return step.isBad || gate !== undefined ? { commit, step, gate } : undefined;
}

function sayLeftOut(
  work: HookWork,
  { seconds, done, all }: { readonly seconds: number; readonly done: number; readonly all: number },
): void {
  const text = `${done} of ${counted(all, "new commit")} judged in ${counted(seconds, "second")} (heir.receiveSeconds)`;
  sayLine(work, `${text}; of the others only where they lead to`);
}

function sayBadCommit(work: HookWork, { commit, step, gate }: BadCommit, sharedBy: number): void {
  const name = `commit ${commit.id.slice(0, 7)} "${commit.subject}"`;
  if (gate !== undefined) sayLine(work, `${name} refused: it changes ${gate}`);
  if (!step.isBad) return;
  const title = `${name} refused: ${counted(step.fresh.length, "new finding")}`;
  const all = `heir check ${commit.id.slice(0, 12)}`;
  sayReport(work, { title, findings: step.fresh, all, notes: [], sharedBy });
}
