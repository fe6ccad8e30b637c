import { fnmatch } from "../../base/glob.ts";
import { command } from "../../base/terminal-text.ts";
import { countOfAll } from "../../model/findings/finding-limit.ts";
import { isMissing } from "../../model/inventory/snapshot.ts";
import { counted } from "../../report/text/row.ts";
import { commitIds, commitsBeyond, type ListedCommit, objectType } from "../../source/commits/commits.ts";
import { isAccepted } from "../../workspace/gate/consent.ts";
import { judge, type Verdict } from "../../workspace/gate/judge.ts";
import { refLine, verdictFindings } from "../../workspace/gate/verdict.ts";
import { numberIn, policyRefIn, wordIn } from "../../workspace/repository/git-settings.ts";
import type { TreeState } from "../../workspace/repository/hook-repository.ts";
import type { Finding } from "../../workspace/workspace.ts";
import { sayLine, sayReport } from "./report.ts";
import { proofs } from "./steps.ts";
import { gateOf, type HookGate, type HookVerdict, type HookWork, judgeStep } from "./work.ts";

/**
 * pre-receive: judges each ref of a push, read from where git keeps pushed objects until they are accepted; one refusal
 * refuses all refs. `heir.receive=every` checks each new commit, too; `off` checks nothing, and says so.
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
  const tips = lines.filter((line) => "commit" in line);
  return judgeEvery(work, tips);
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

/** Checks each new commit against its first parent, in limited time; the push as a whole has been judged already. */
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
  const known = (ref: string) => (ref.startsWith(BRANCHES) ? `${here}${ref.slice(BRANCHES.length)}` : "");
  const tips = await tipsOf(work, updates, { known, policy: `${here}HEAD` });
  return judgeTips(work, tips, ["skip once: git push --no-verify"]);
}

interface Tip {
  readonly ref: string;
  readonly commit: string;
  /** What it has now: the commit, or what it is compared with instead; undefined for nothing. */
  readonly old: string | undefined;
  /** Whether the ref is new, and `old` is the tip of the policy ref. */
  readonly isNew: boolean;
  /** The tip of the policy ref; undefined if it has no commit. */
  readonly policy: string | undefined;
}

/** A line that git gave and that is not judged, or refused unjudged, and why. */
interface Unjudged {
  readonly ref: string;
  readonly note: string;
  readonly isRefused?: true;
}

interface RefUpdate {
  readonly ref: string;
  readonly old: string;
  readonly now: string;
}

/** What refs are compared with where git names no commit that is here. */
interface OldRefs {
  /** The commit of a ref that exists on the other side, but not here; by default there is none. */
  readonly known?: (ref: string) => string;
  /** The policy ref where `heir.policyRef` is not set (rule J2 in docs/concepts/gates.md). */
  readonly policy: string;
  /** Why a ref is not judged; undefined for one that is. */
  readonly ignored?: (ref: string) => string | undefined;
}

/** What becomes of each line that git gave, in its order. */
async function tipsOf(
  work: HookWork,
  updates: readonly RefUpdate[],
  { known, policy: usual, ignored }: OldRefs,
): Promise<readonly (Tip | Unjudged)[]> {
  const { repository, signal } = work;
  const set = repository.settings.get("policyref");
  const policy = policyRefIn(repository.settings, usual);
  const at = updates.map(({ ref, old, now }) => [now, old, known?.(ref) ?? ""]);
  const [main, ...commits] = await commitIds(repository.program, [policy, ...at.flat()], { signal });
  const lines: (Tip | Unjudged)[] = [];
  for (const [index, { ref, old: oldName, now }] of updates.entries()) {
    const [commit, before, there] = commits.slice(index * 3, index * 3 + 3);
    const old = before ?? (isNull(oldName) ? undefined : there);
    const why = ignored?.(ref);
    if (why !== undefined) lines.push({ ref, note: `not judged (${why})` });
    else if (isNull(now)) lines.push({ ref, note: "deleted, not judged" });
    else if (commit === undefined) {
      const type = (await objectType(repository.program, now, { signal })) ?? "missing object";
      lines.push({ ref, note: `a tag of a ${type}, not judged` });
    } else if (old === undefined && main === undefined && set !== undefined) {
      lines.push({ ref, note: `heir.policyRef is ${set}, which is not there`, isRefused: true });
    } else lines.push({ ref, commit, old: old ?? main, isNew: old === undefined, policy: main });
  }
  return lines;
}

function isNull(id: string): boolean {
  return /^0+$/.test(id);
}

/**
 * Judges each ref against what it has now: an error that exists on the other side under another name is new for it. One
 * line for each ref comes first, then the findings, then the ways out, which `notes` adds to.
 */
async function judgeTips(work: HookWork, lines: readonly (Tip | Unjudged)[], notes: readonly string[]) {
  const gate = { ...gateOf(work, "whole"), proofs: proofs.findings };
  const judged = new Map<Tip, Verdict | undefined>();
  const texts: string[] = [];
  for (const line of lines) {
    if ("note" in line) {
      texts.push(`${line.ref}${line.isRefused ? " refused" : ""}: ${line.note}`);
      continue;
    }
    const same = [...judged.keys()].find(({ commit, old }) => commit === line.commit && old === line.old);
    const verdict = same === undefined ? await judgeTip(work, gate, line) : judged.get(same);
    judged.set(line, verdict);
    texts.push(verdict === undefined ? `${line.ref}: no inventory, not judged` : refLine(line.ref, verdict));
  }
  for (const text of texts) sayLine(work, text);
  for (const [tip, verdict] of judged) if (verdict?.isRefused === false) sayMet(work, tip, verdict);
  const bad = [...judged].flatMap(([tip, verdict]) => (verdict?.isRefused === true ? [{ tip, verdict }] : []));
  for (const [index, { tip, verdict }] of bad.entries()) {
    sayReport(work, {
      title: bad.length > 1 ? `${tip.ref}:` : undefined,
      findings: verdictFindings(verdict),
      all: checkCommand(tip),
      notes: [...consentNotes(work, verdict, gate), ...(index === bad.length - 1 ? notes : [])],
      sharedBy: bad.length,
    });
  }
  return bad.length > 0 || lines.some((line) => "note" in line && line.isRefused) ? "refused" : "passed";
}

/** The verdict on a tip; undefined if neither it nor what it replaces has an inventory. */
async function judgeTip(work: HookWork, gate: HookGate, tip: Tip): Promise<Verdict | undefined> {
  const { commit, old, policy } = tip;
  const { repository, signal } = work;
  const after = await repository.commit(commit, { signal });
  const before = await stateBefore(work, tip, after);
  // A branch without an inventory is filled under the settings of the policy ref.
  const isEmpty = policy !== undefined && policy !== old && before.snapshots.every(isMissing);
  const model = isEmpty ? (await repository.commit(policy, { signal })).snapshots : undefined;
  return judge({ ...gate, policyTip: policy, ...(model && { model }) }, { before, after });
}

/** What a tip replaces. A new ref without an inventory that shares no history with the policy ref replaces nothing. */
async function stateBefore({ repository, signal }: HookWork, { commit, old, isNew }: Tip, after: TreeState) {
  const isFilled = isNew && after.snapshots.every(isMissing);
  if (old === undefined) return repository.empty;
  if (isFilled && (await repository.source.mergeBase(old, commit, { signal })) === undefined) return repository.empty;
  return repository.commit(old, { signal });
}

/** What new commits made of two lines of work, and neither has written, where nothing refuses it. */
function sayMet(work: HookWork, tip: Tip, { objections }: Verdict): void {
  const findings = objections.flatMap((objection) => (objection.kind === "merge" ? objection.finding : []));
  if (findings.length === 0) return;
  const title = `${counted(findings.length, "semantic conflict")} on ${tip.ref}`;
  sayReport(work, { title, findings, all: checkCommand(tip), notes: [] });
}

function checkCommand({ commit, old }: Tip): string {
  const since = old === undefined ? [] : ["--new-since", old.slice(0, 12)];
  return command(["heir", "check", commit.slice(0, 12), ...since]);
}

/** How to consent to what a change does, where that is possible (rule J6 in docs/concepts/gates.md). */
function consentNotes({ hook }: HookWork, { objections, after }: Verdict, { accepted }: HookGate): readonly string[] {
  if (objections.length === 0) return [];
  const trailers = objections.flatMap(({ needs }) =>
    needs !== undefined && isAccepted(needs.name, accepted) ? `${needs.name}: ${needs.value}` : [],
  );
  const allow = command(["git", "config", "--add", "heir.allow", after.id ?? ""]);
  return [
    ...(hook === "pre-receive" ? [`to allow it, on the server: ${allow}`] : []),
    ...[...new Set(trailers)].map((trailer) => `to consent in the message of a commit: ${trailer}`),
  ];
}
