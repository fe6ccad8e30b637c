import { counted } from "../../report/text/count.ts";
import { tellApart } from "../../workspace/check/new-findings.ts";
import type { TreeState } from "../../workspace/hook-repository.ts";
import type { Finding } from "../../workspace/workspace.ts";
import { sayLine, sayReport } from "./report.ts";
import { holdsInventory, rememberClean, rememberedTree } from "./step.ts";
import type { HookVerdict, HookWork } from "./work.ts";

/** One ref and its new target. */
export interface Tip {
  readonly ref: string;
  readonly commit: string;
  /** The current target, if there is one and it is known here. */
  readonly old: string | undefined;
}

/** The lines of a ref update that concern commits: not deletions, not tags of something else. */
export async function tipsOf({ repository, signal }: HookWork, updates: readonly RefUpdate[]): Promise<readonly Tip[]> {
  const kept = updates.filter(({ now }) => !isNull(now));
  const [commits, olds] = await Promise.all([
    repository.commitIds(
      kept.map(({ now }) => now),
      { signal },
    ),
    repository.commitIds(
      kept.map(({ old }) => old),
      { signal },
    ),
  ]);
  return kept.flatMap(({ ref }, at) => {
    const commit = commits[at];
    return commit === undefined ? [] : [{ ref, commit, old: olds[at] }];
  });
}

export interface RefUpdate {
  readonly ref: string;
  readonly old: string;
  readonly now: string;
}

/** Whether an object id is the null id. */
function isNull(id: string): boolean {
  return /^0+$/.test(id);
}

/** The wording for refused tips. */
export interface TipsOptions {
  readonly notes: readonly string[];
}

interface BadTip {
  readonly refs: readonly string[];
  readonly commit: string;
  readonly errors: readonly Finding[];
}

/**
 * Checks tips as a whole, independent of the old refs: a bad commit that exists on the other side under another name
 * must not become main. Only findings that the revision `heir.baseline` also has are excused.
 */
export async function judgeTips(work: HookWork, tips: readonly Tip[], { notes }: TipsOptions): Promise<HookVerdict> {
  const bad: BadTip[] = [];
  const fine: string[] = [];
  const baseline = await baselineErrors(work);
  for (const [commit, [first, ...more]] of byCommit(tips)) {
    const refs = [first, ...more].map(({ ref }) => ref);
    const errors = await errorsOf(work, first, baseline);
    if (errors === undefined) continue;
    if (errors.length > 0) bad.push({ refs, commit, errors });
    else fine.push(...refs);
  }
  for (const [index, { refs, commit, errors }] of bad.entries()) {
    const title = `${refs.join(", ")} refused: ${counted(errors.length, "error")} in ${commit.slice(0, 7)}`;
    const last = index === bad.length - 1;
    const all = `heir check ${commit.slice(0, 12)}`;
    sayReport(work, { title, findings: errors, all, notes: last ? notes : [], sharedBy: bad.length });
  }
  if (bad.length > 0) return "refused";
  if (fine.length > 0) sayLine(work, `${fine.join(", ")}: no error`);
  return "passed";
}

function byCommit(tips: readonly Tip[]): ReadonlyMap<string, readonly [Tip, ...Tip[]]> {
  const groups = new Map<string, [Tip, ...Tip[]]>();
  for (const tip of tips) {
    const group = groups.get(tip.commit);
    if (group === undefined) groups.set(tip.commit, [tip]);
    else group.push(tip);
  }
  return groups;
}

/** Errors of the revision that the team started with. */
async function baselineErrors({ repository, workspace, signal }: HookWork): Promise<readonly Finding[]> {
  const revision = repository.settings.get("baseline");
  if (revision === undefined) return [];
  const { snapshot } = await repository.commit(revision, { signal });
  return (await workspace.check(snapshot, { signal })).findings;
}

/** The errors of a tip; undefined where neither it nor the old target of its ref has an inventory. */
async function errorsOf(
  work: HookWork,
  { commit, old }: Tip,
  baseline: readonly Finding[],
): Promise<readonly Finding[] | undefined> {
  const { repository, workspace, signal } = work;
  const state = await repository.commit(commit, { signal });
  const before = old === undefined ? undefined : await repository.commit(old, { signal });
  if (![state, before].some((each) => each !== undefined && holdsInventory(each.snapshot))) return undefined;
  if ((await rememberedTree(work, state.tree))?.verdict === "clean") return [];
  const { findings } = await workspace.check(state.snapshot, { signal });
  const errors = findings.filter(({ diagnostic }) => diagnostic.severity === "error");
  if (errors.length === 0) await rememberClean(work, state);
  return freshErrors(errors, baseline, state);
}

function freshErrors(
  errors: readonly Finding[],
  baseline: readonly Finding[],
  { snapshot }: TreeState,
): readonly Finding[] {
  return tellApart(baseline, errors, { renamed: new Map(), isGone: (path) => !snapshot.blobs.has(path) }).fresh;
}
