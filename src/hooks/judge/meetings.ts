import { command } from "../../base/terminal-text.ts";
import { conflictText, mergeRows } from "../../report/merges/merge.ts";
import { counted, type Row, segment } from "../../report/text/row.ts";
import { messageTrailers } from "../../source/commits/commits.ts";
import { largestNumber, TRAILERS } from "../../workspace/gate/consent.ts";
import { countMet, type Met, otherFindings } from "../../workspace/merge/merge.ts";
import type { Arrival, ArrivalKind, Meeting } from "../../workspace/merge/ways.ts";
import { meetOn, mergeWays, patchWays, pickWays, stashWays } from "../../workspace/merge/ways.ts";
import { isStrictMerge } from "../../workspace/repository/git-settings.ts";
import { lineLimit, reportedFindings, sayLine, sayRows } from "./report.ts";
import type { HookVerdict, HookWork } from "./work.ts";

/** The branches that are merged, or squashed, into HEAD; while `git merge` itself runs, variables name them. */
export function mergedBranches(work: HookWork): Promise<readonly Arrival[]> {
  const named = Object.entries(work.env).flatMap(([variable, name]) => {
    const id = /^GITHEAD_([0-9a-f]+)$/.exec(variable)?.[1];
    return id === undefined ? [] : [[id, name || id] as const];
  });
  return mergeWays(work, new Map(named));
}

/** pre-commit, pre-merge-commit: what a merge or squash makes that no side wrote. `isRefused`: the data is refused. */
export async function tellMerge(work: HookWork, ways: readonly Arrival[], isRefused: boolean): Promise<void> {
  for (const { way, met } of await meetings(work, ways)) {
    const found = metText(met);
    if (found === undefined) continue;
    const notes = [inFull(way, !isStrictMerge(work.repository.settings))];
    if (isRefused) sayLine(work, `the ${way.kind} also has ${found}: ${command(["heir", "merge-check", way.name])}`);
    else sayMeeting(work, { title: `the ${way.kind} has ${found}`, met, notes, isFindingsTold: true });
  }
}

/** commit-msg: `heir.strictMerge` refuses a merge or a squash, unless the message consents; an earlier hook has told of it. */
export async function judgeMerge(work: HookWork, ways: readonly Arrival[], message: string): Promise<HookVerdict> {
  return isStrictMerge(work.repository.settings) ? judgeWays(work, ways, message, true) : "passed";
}

/** prepare-commit-msg: what a cherry-pick, revert or rebase step makes that no side wrote; git runs no earlier hook. */
export async function judgePick(work: HookWork, message: string): Promise<HookVerdict> {
  const [, source] = work.args;
  const ways = await pickWays(work, message);
  // The message of an amended commit says what an earlier one has undone.
  return judgeWays(work, source === "commit" ? ways.filter(({ kind }) => kind !== "revert") : ways, message);
}

/** pre-applypatch: the same for a mail, and for a step of `git rebase --apply`. */
export async function judgePatch(work: HookWork, message: string): Promise<HookVerdict> {
  const ways = await patchWays(work);
  if (ways !== "missing") return judgeWays(work, ways, message);
  sayLine(work, "the commit of this patch is not here: not compared");
  return "passed";
}

/** post-rewrite and post-merge: reports what the changes that git has put aside make with the new HEAD. */
export async function tellStash(work: HookWork, file: string): Promise<void> {
  await judgeWays(work, await stashWays(work, file), "");
}

/**
 * `message` can consent. `isTold`: an earlier hook has reported what is met. A step of a rebase is only asked about where it
 * is refused: else a rebase is reported at its end.
 */
async function judgeWays(work: HookWork, ways: readonly Arrival[], message: string, isTold = false) {
  const isStrict = isStrictMerge(work.repository.settings);
  const all = await meetings(work, isStrict ? ways : ways.filter(({ kind }) => kind !== "rebase"));
  const needed = all.reduce((sum, { met }) => sum + countMet(met), 0);
  const named =
    needed === 0 ? 0 : largestNumber(await messageTrailers(work.repository.program, message, TRAILERS.merge));
  const isRefused = isStrict && needed > named;
  for (const { way, met } of all) {
    const found = metText(met);
    if (found === undefined || (isTold && !isRefused)) continue;
    const title = isRefused
      ? `${way.kind} refused (heir.strictMerge): ${found}`
      : `the ${way.kind} has ${found}${named >= needed ? `; allowed by ${trailer(named)}` : ""}`;
    const notes = [inFull(way, !isRefused), ...(isRefused ? waysOut(way.kind, needed) : [])];
    sayMeeting(work, { title, met: isTold ? [] : met, notes });
  }
  return isRefused ? "refused" : "passed";
}

async function meetings(work: HookWork, ways: readonly Arrival[]): Promise<readonly Meeting[]> {
  const found: Meeting[] = [];
  for (const way of ways) found.push({ way, met: await meetOn(work, way) });
  return found;
}

/** `2 values on neither side, 1 node fails, 1 new finding`; undefined if nothing speaks against what is met. */
export function metText(met: readonly Met[]): string | undefined {
  const texts = met.flatMap((each) => {
    const findings = otherFindings(each).length;
    return [conflictText(each.comparison) ?? [], findings === 0 ? [] : counted(findings, "new finding")].flat();
  });
  return texts.length === 0 ? undefined : texts.join(", ");
}

/** How a refused commit is fixed, allowed, made without this check, or given up. */
function waysOut(kind: ArrivalKind, count: number): readonly string[] {
  const { on, up } = OUT[kind];
  const fix = on === "git commit" ? on : `${command(["git", "add"])}, then ${on}`;
  return [
    `fix it: ${fix}; or give it up: ${up}`,
    `or consent in the message: ${command(["git", "commit", "--no-edit", "--trailer", trailer(count)])}; once without this check: HEIR=0 ${on}`,
  ];
}

const OUT: Readonly<Record<ArrivalKind, { readonly on: string; readonly up: string }>> = {
  merge: { on: "git commit", up: "git merge --abort" },
  squash: { on: "git commit", up: "git reset --merge" },
  "cherry-pick": { on: "git cherry-pick --continue", up: "git cherry-pick --abort" },
  // A clean revert leaves nothing that git could abort.
  revert: { on: "git commit", up: "git reset --merge" },
  patch: { on: "git am --continue", up: "git am --abort" },
  rebase: { on: "git rebase --continue", up: "git rebase --abort" },
  stash: { on: "git stash pop", up: "git reset --merge" },
};

function trailer(count: number): string {
  return `${TRAILERS.merge}: ${count}`;
}

/** The command that shows everything: of what is refused before the commit is made, of anything else after it. */
function inFull({ kind, base, theirs, name }: Arrival, isMade: boolean): string {
  const other = theirs.slice(0, 12);
  if (kind === "merge") {
    return `in full: ${command(["heir", "merge-check", ...(isMade ? ["HEAD^2", "--into", "HEAD^1"] : [name])])}`;
  }
  const from = base === undefined || base === "" ? [] : ["--base", base.slice(0, 12)];
  const into = isMade ? ["--into", "HEAD^", "--made", "HEAD"] : [];
  return `in full: ${command(["heir", "merge-check", other, ...from, ...into])}`;
}

interface Message {
  readonly title: string;
  readonly met: readonly Met[];
  readonly notes: readonly string[];
  readonly isFindingsTold?: true;
}

/** Lines that are no rows of the merge: the title, and the number of omitted rows. */
const FRAME = 2;

/** Shows what is met, in half of the lines that `heir.reportLines` allows: the other half is for findings. */
export function sayMeeting(work: HookWork, { title, met, notes, isFindingsTold }: Message): void {
  const most = Math.max(1, Math.floor(lineLimit(work) / 2) - FRAME - notes.length);
  const rows = met.flatMap((each) => [
    ...mergeRows(each.comparison),
    ...(isFindingsTold ? [] : reportedFindings(otherFindings(each), most).rows),
  ]);
  const hidden = rows.length - most;
  const more: readonly Row[] = hidden > 0 ? [[segment("muted", `... ${counted(hidden, "more line")}`)]] : [];
  sayRows(work, title, [...rows.slice(0, most), ...more], notes);
}
