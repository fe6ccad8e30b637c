import { command } from "../../base/command.ts";
import { fnmatch } from "../../base/glob.ts";
import { countOfAll } from "../../model/findings/finding-limit.ts";
import { counted } from "../../report/text/row.ts";
import { commitsBeyond, type ListedCommit } from "../../source/history/commit-ids.ts";
import { numberIn, wordIn } from "../../workspace/gate/git-settings.ts";
import type { Finding } from "../../workspace/workspace.ts";
import { sayLine, sayReport } from "./report.ts";
import { judgeTips, type RefUpdate, type Tip, tipsOf } from "./tips.ts";
import { type HookVerdict, type HookWork, judgeStep } from "./work.ts";

/**
 * pre-receive: judges each ref that a push updates, read from where git keeps the pushed objects until they are accepted.
 * `heir.receive=every` checks each new commit, too; `off` checks nothing, and says so. One refusal refuses all refs of a
 * push.
 */
export async function preReceive(work: HookWork): Promise<HookVerdict> {
  const extent = wordIn(work.repository.settings, "receive", ["tip", "every", "off"]);
  if (extent === "off") {
    sayLine(work, "pre-receive skipped, as heir.receive=off asks");
    return "passed";
  }
  const updates = await updatesOf(work);
  const lines = await tipsOf(work, updates, { policy: "HEAD", ignored: ignoredRefs(work) });
  const others = updates.length > 1 ? ["git takes all refs of a push or none"] : [];
  const verdict = await judgeTips(work, lines, others);
  if (verdict === "refused" || extent === "tip") return verdict;
  return judgeEvery(
    work,
    lines.filter((line) => "commit" in line),
  );
}

/** The updates on the lines that git gives: `OLD NOW REF` to a receiver, `LOCAL NOW REF OLD` before a push. */
async function updatesOf(work: HookWork): Promise<readonly RefUpdate[]> {
  return (await work.input()).split("\n").flatMap((line) => {
    const [first = "", now, ref, old = first] = line.split(" ");
    return now === undefined || ref === undefined ? [] : [{ ref, now, old }];
  });
}

/** `heir.receiveIgnore`: patterns of refs to ignore, separated by spaces; gives the setting with the pattern of a ref. */
function ignoredRefs({ repository }: HookWork): (ref: string) => string | undefined {
  const patterns = repository.settings.get("receiveignore")?.split(/\s+/) ?? [];
  const matches = patterns.filter((pattern) => pattern !== "").map((pattern) => ({ pattern, test: fnmatch(pattern) }));
  return (ref) => {
    const found = matches.find(({ test }) => test(ref));
    return found && `heir.receiveIgnore ${found.pattern}`;
  };
}

const SECONDS = 10;
/** After this many bad commits the check ends. */
const MOST_BAD = 3;

/**
 * Checks the data of each new commit against its first parent, for a limited time. The tips have been judged already, and
 * with them what a push does as a whole.
 */
async function judgeEvery(work: HookWork, tips: readonly Tip[]): Promise<HookVerdict> {
  const { repository, signal } = work;
  const revisions = tips.map(({ commit }) => commit);
  const newest = await commitsBeyond(repository.program, { revisions, known: ["--all"] }, { signal });
  const commits = newest.toReversed();
  const seconds = numberIn(repository.settings, "receiveSeconds", 1) ?? SECONDS;
  const end = performance.now() + seconds * 1000;
  const bad: { readonly commit: ListedCommit; readonly findings: readonly Finding[] }[] = [];
  for (const [index, commit] of commits.entries()) {
    if (performance.now() > end) {
      const done = `${index} of ${counted(commits.length, "new commit")}`;
      const limit = `${counted(seconds, "second")} (heir.receiveSeconds)`;
      sayLine(work, `${done} judged in ${limit}; of the others only where they lead to`);
      break;
    }
    const after = await repository.commit(commit.id, { signal });
    const step = await judgeStep(work, await repository.former(after, { signal }), after);
    if (step !== undefined && step.blocking.length > 0) bad.push({ commit, findings: step.fresh });
    if (bad.length === MOST_BAD) break;
  }
  for (const { commit, findings } of bad) {
    const name = `commit ${commit.id.slice(0, 7)} "${commit.subject}"`;
    const title = `${name} refused: ${counted(countOfAll(findings), "new finding")}`;
    const all = command(["heir", "check", commit.id.slice(0, 12)]);
    sayReport(work, { title, findings, all, notes: [], sharedBy: bad.length });
  }
  return bad.length > 0 ? "refused" : "passed";
}

const BRANCHES = "refs/heads/";

/** pre-push: judges the new target of each ref, not what is checked out. git gives one line for each ref, or none. */
export async function prePush(work: HookWork): Promise<HookVerdict> {
  const updates = await updatesOf(work);
  const [remote = ""] = work.args;
  const here = `refs/remotes/${remote}/`;
  const tips = await tipsOf(work, updates, {
    known: (ref) => (ref.startsWith(BRANCHES) ? `${here}${ref.slice(BRANCHES.length)}` : ""),
    policy: `${here}HEAD`,
  });
  return judgeTips(work, tips, ["skip once: git push --no-verify"]);
}
