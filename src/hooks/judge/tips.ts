import { counted } from "../../report/text/count.ts";
import { splitFindings } from "../../workspace/check/new-findings.ts";
import type { TreeState } from "../../workspace/hook-repository.ts";
import type { Finding } from "../../workspace/workspace.ts";
import { inventoryPairs, isMissing } from "./pairs.ts";
import { sayLine, sayReport } from "./report.ts";
import { emptiedBy, named, rememberClean, rememberedTree } from "./step.ts";
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
  /** Why a tip with nothing to judge is refused. */
  readonly emptied: string | undefined;
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
    const judged = await judgeTip(work, first, baseline);
    if (judged === undefined) sayLine(work, `${refs.join(", ")}: no inventory, not judged`);
    else if (judged.errors.length > 0 || judged.emptied !== undefined) bad.push({ refs, commit, ...judged });
    else fine.push(...refs);
  }
  for (const [index, { refs, commit, errors, emptied }] of bad.entries()) {
    const what = emptied ?? counted(errors.length, "error");
    const title = `${refs.join(", ")} refused: ${what} in ${commit.slice(0, 7)}`;
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
async function baselineErrors(work: HookWork): Promise<readonly Finding[]> {
  const { repository, signal } = work;
  const revision = repository.settings.get("baseline");
  return revision === undefined ? [] : errorsIn(work, await repository.commit(revision, { signal }));
}

/** The errors in all inventories of a state; paths begin at the top where there are several. */
async function errorsIn({ workspace, signal }: HookWork, { snapshots }: TreeState): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const snapshot of snapshots.filter((each) => !isMissing(each))) {
    const { findings } = await workspace.check(snapshot, { signal });
    const errors = findings.filter(({ diagnostic }) => diagnostic.severity === "error");
    found.push(...named(errors, snapshot.place, snapshots.length));
  }
  return found;
}

/** The verdict on a tip; undefined where neither it nor what it replaces has an inventory. */
async function judgeTip(
  work: HookWork,
  tip: Tip,
  baseline: readonly Finding[],
): Promise<Pick<BadTip, "errors" | "emptied"> | undefined> {
  const { repository, signal } = work;
  const state = await repository.commit(tip.commit, { signal });
  const before = await replacedState(work, tip);
  const pairs = inventoryPairs(before.snapshots, state.snapshots);
  if (pairs.length === 0) return undefined;
  const emptied = await emptiedBy(work, pairs);
  if (emptied !== undefined) return { errors: [], emptied };
  if ((await rememberedTree(work, state.tree))?.verdict === "clean") return { errors: [], emptied };
  const errors = await errorsIn(work, state);
  if (errors.length === 0) await rememberClean(work, state);
  const isGone = (path: string) => state.snapshots.every(({ blobs }) => !blobs.has(path));
  return { errors: splitFindings(baseline, errors, { renamed: new Map(), isGone }).fresh, emptied };
}

/** What a tip replaces: the old target of its ref; for a new ref the default branch, if the tip contains that. */
async function replacedState({ repository, signal }: HookWork, { commit, old }: Tip): Promise<TreeState> {
  if (old !== undefined) return repository.commit(old, { signal });
  const [main] = await repository.commitIds(["HEAD"], { signal });
  const isBase = main !== undefined && main !== commit && (await repository.isAncestor(main, commit, { signal }));
  return isBase ? repository.commit(main, { signal }) : repository.empty;
}
