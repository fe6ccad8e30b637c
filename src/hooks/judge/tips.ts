import { proofFindings } from "../../edit/trailers/commits.ts";
import { TRAILERS } from "../../workspace/gate/consent.ts";
import type { Gate } from "../../workspace/gate/gate.ts";
import { judge } from "../../workspace/gate/judge.ts";
import { isMissing } from "../../workspace/gate/pairs.ts";
import { refLine } from "../../workspace/gate/ref-line.ts";
import { type Verdict, verdictFindings } from "../../workspace/gate/verdict.ts";
import type { TreeState } from "../../workspace/hook-repository.ts";
import { sayLine, sayReport } from "./report.ts";
import { gateOf, type HookVerdict, type HookWork } from "./work.ts";

/** One ref and its new target. */
export interface Tip {
  readonly ref: string;
  readonly commit: string;
  /** What it has now: the commit, or what it is compared with instead; undefined for nothing. */
  readonly old: string | undefined;
  /** Whether the ref is new, and `old` is the tip of the policy ref. */
  readonly isNew: boolean;
}

export interface RefUpdate {
  readonly ref: string;
  readonly old: string;
  readonly now: string;
}

/** What refs are compared with where git names no commit that is here. */
export interface OldRefs {
  /** The commit of a ref that exists on the other side, but not here; by default there is none. */
  readonly known?: (ref: string) => string;
  /** The policy ref (rule J2 in docs/concepts/gates.md). */
  readonly policy: string;
}

/** The lines of a ref update that concern commits: not deletions, not tags of something else. */
export async function tipsOf(
  { repository, signal }: HookWork,
  updates: readonly RefUpdate[],
  { known, policy }: OldRefs,
): Promise<readonly Tip[]> {
  const kept = updates.filter(({ now }) => !isNull(now));
  const names = [kept.map(({ now }) => now), kept.map(({ old }) => old), kept.map(({ ref }) => known?.(ref) ?? "")];
  const [main, ...commits] = await repository.commitIds([policy, ...names.flat()], { signal });
  const count = kept.length;
  return kept.flatMap(({ ref, old: oldName }, at) => {
    const commit = commits[at];
    const old = commits[count + at] ?? (isNull(oldName) ? undefined : commits[2 * count + at]);
    return commit === undefined ? [] : [{ ref, commit, old: old ?? main, isNew: old === undefined }];
  });
}

/** Whether an object id is the null id. */
function isNull(id: string): boolean {
  return /^0+$/.test(id);
}

interface JudgedTip {
  readonly tip: Tip;
  readonly verdict: Verdict | undefined;
}

/**
 * Judges each ref against what it has now: an error that exists on the other side under another name is new for it. One
 * line for each ref comes first, then the findings, then the ways out, which `notes` adds to.
 */
export async function judgeTips(work: HookWork, tips: readonly Tip[], notes: readonly string[]): Promise<HookVerdict> {
  const gate = { ...gateOf(work, "whole"), proofs: proofFindings };
  const judged: JudgedTip[] = [];
  for (const tip of tips) judged.push({ tip, verdict: await judgeTip(work, gate, { tip, judged }) });
  for (const { tip, verdict } of judged) {
    sayLine(work, verdict === undefined ? `${tip.ref}: no inventory, not judged` : refLine(tip.ref, verdict));
  }
  const bad = judged.filter(({ verdict }) => verdict?.isRefused === true);
  for (const [index, each] of bad.entries()) {
    sayRefusal(work, each, { gate, count: bad.length, notes: index === bad.length - 1 ? notes : [] });
  }
  return bad.length > 0 ? "refused" : "passed";
}

interface Judging {
  readonly tip: Tip;
  readonly judged: readonly JudgedTip[];
}

/** The verdict on a tip; undefined where neither it nor what it replaces has an inventory. */
async function judgeTip(work: HookWork, gate: Gate, { tip, judged }: Judging): Promise<Verdict | undefined> {
  const { commit, old } = tip;
  const same = judged.find((each) => each.tip.commit === commit && each.tip.old === old);
  if (same !== undefined) return same.verdict;
  const { repository, signal } = work;
  const after = await repository.commit(commit, { signal });
  return judge(gate, { before: await stateBefore(work, tip, after), after });
}

/** What a tip replaces. A new ref without an inventory that shares no history with the policy ref replaces nothing. */
async function stateBefore(
  { repository, signal }: HookWork,
  { commit, old, isNew }: Tip,
  { snapshots }: TreeState,
): Promise<TreeState> {
  if (old === undefined) return repository.empty;
  const isExpected = !isNew || !snapshots.every(isMissing) || (await repository.sharesHistory(old, commit, { signal }));
  return isExpected ? repository.commit(old, { signal }) : repository.empty;
}

interface Refusal {
  readonly gate: Gate;
  readonly count: number;
  readonly notes: readonly string[];
}

function sayRefusal(work: HookWork, { tip, verdict }: JudgedTip, { gate, count, notes }: Refusal): void {
  if (verdict === undefined) return;
  const { commit, ref, old } = tip;
  const since = old === undefined ? "" : ` --new-since ${old.slice(0, 12)}`;
  sayReport(work, {
    ...(count > 1 && { title: `${ref}:` }),
    findings: verdictFindings(verdict),
    all: `heir check ${commit.slice(0, 12)}${since}`,
    notes: [...consentNotes(work, verdict, gate), ...notes],
    sharedBy: count,
  });
}

/** How to consent to what a change does, where that is possible (rule J6 in docs/concepts/gates.md). */
function consentNotes(
  { hook }: HookWork,
  { objections, after, reach }: Verdict,
  { accepted }: Gate,
): readonly string[] {
  if (objections.length === 0) return [];
  const trailers = objections.flatMap((objection) => {
    if (objection.kind === "reach" && accepted !== "none") return [`${TRAILERS.nodes}: ${reach}`];
    if (objection.kind === "policy" && accepted === "all") return [`${TRAILERS.policy}: ${objection.weakened.key}`];
    if (objection.kind === "nodes" && accepted !== "none") return [`${TRAILERS.lost}: ${objection.losses.lost.length}`];
    return [];
  });
  return [
    ...(hook === "pre-receive" ? [`to allow it, on the server: git config --add heir.allow ${after.id}`] : []),
    ...trailers.map((trailer) => `to consent in the message of a commit: ${trailer}`),
  ];
}
