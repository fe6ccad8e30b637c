import { isSame } from "../../../base/made-once.ts";
import { orNone } from "../../../model/findings/failure.ts";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import { derived } from "../../../model/secrets/mask.ts";
import { rowText } from "../../../report/text/row.ts";
import { type RootFinding, withConsequences } from "../../../workspace/judge/consequences.ts";
import { stoppedAt } from "../../../workspace/judge/judgement.ts";
import { compareMerge } from "../../../workspace/merge/merge.ts";
import { mergeWays, taskIn } from "../../../workspace/merge/ways.ts";
import { isStrictMerge } from "../../../workspace/repository/git-settings.ts";
import { openHookRepository } from "../../../workspace/repository/hook-repository.ts";
import { type ComparedStates, comparedKey, INDEX, WORKTREE } from "../../state/compared.ts";
import type { AnswerWork, WorkerRepository } from "../opened/repository.ts";
import type { ChangeSet, Ends } from "../rows/change-set.ts";
import { mergeItems, rootRow } from "../rows/merge-items.ts";
import { answerTrees, type Trees } from "./history.ts";

/** While files change all the time, the last report is given with the ids that it was begun with. */
const MOST_TRIES = 4;

/** What a commit made now would change, and what the hook would report, of states that have not changed meanwhile. */
export async function answerStaged({ target }: { readonly target: ComparedStates | undefined }, work: AnswerWork) {
  let trees = await answerTrees({}, work);
  for (let tries = 1; ; tries += 1) {
    const report = await reportOf(target ?? (await usualTarget(work)), trees, work);
    const now = await answerTrees({}, work);
    if (isSame(trees, now) || tries === MOST_TRIES) return report;
    trees = now;
  }
}

/** The index if anything is staged, else the work tree. */
async function usualTarget({ repository, signal }: AnswerWork): Promise<ComparedStates> {
  const [head, index] = await repository.ends(INDEX, { signal });
  return head.tree === index.tree && head.id === index.id ? WORKTREE : INDEX;
}

async function reportOf(target: ComparedStates, trees: Trees, work: AnswerWork) {
  const { repository, signal, progress } = work;
  const other = comparedKey(target) === comparedKey(INDEX) ? WORKTREE : INDEX;
  const theirs = await isStoppedAt(other, work);
  const { set, fresh, older = [], ends } = await repository.judge(target, { signal, progress });
  const { stops, isStrict } = await rulesOf(repository);
  const states = { workspace: await repository.workspace(), before: ends[0], after: ends[1], signal };
  const roots = await withConsequences(fresh, states);
  const isFirst = ({ finding, follows }: RootFinding): boolean => [finding, ...follows].some(stops);
  const [first, others] = [roots.filter(isFirst), roots.filter((root) => !isFirst(root))];
  const merge = await mergeReport(repository, ends, { signal });
  const isStopped = first.length > 0 || (isStrict && (merge?.items.length ?? 0) > 0);
  return {
    target,
    set,
    findings: [...first, ...others].map((root) => rootRow(root, "new")),
    older: (await withConsequences(older, states)).map((root) => rootRow(root, "older")),
    merge,
    staged: other === INDEX ? sameChanges(set, repository.lastJudged(INDEX)?.set) : undefined,
    verdicts: other === WORKTREE ? { index: isStopped, worktree: theirs } : { index: theirs, worktree: isStopped },
    trees,
  };
}

/** The ids of the changes that both sets have, with the same values. */
function sameChanges({ changes }: ChangeSet, other: ChangeSet | undefined): readonly string[] {
  const known = new Map(other?.changes.map(({ id, row }) => [id, rowText(row)]));
  return changes.flatMap(({ id, row }) => (known.get(id) === rowText(row) ? [id] : []));
}

/** Which findings stop a commit, and whether semantic conflicts stop a merge. */
async function rulesOf(repository: WorkerRepository) {
  const settings = await (await repository.history()).settings();
  return {
    stops: stoppedAt(settings.get("faillevel") === "warning" ? "warning" : "error"),
    isStrict: isStrictMerge(settings),
  };
}

/** Whether the hook would stop a commit of a state; undefined if that cannot be read. */
async function isStoppedAt(target: ComparedStates, work: AnswerWork): Promise<boolean | undefined> {
  const { repository, signal } = work;
  try {
    const { fresh, ends } = await repository.judge(target, { signal });
    const { stops, isStrict } = await rulesOf(repository);
    if (fresh.some(stops)) return true;
    return isStrict && ((await mergeReport(repository, ends, { signal }))?.items.length ?? 0) > 0;
  } catch (error) {
    return orNone(error);
  }
}

/** What the branches that are merged make with each other, as the hooks report it. */
async function mergeReport(repository: WorkerRepository, [, after]: Ends, options: Abortable) {
  const workspace = await repository.workspace();
  const { source } = workspace;
  const reader = { ...options, repository: await openHookRepository(source, source.top) };
  const ways = await mergeWays(reader, new Map());
  // Of several branches, only the last one is merged into what is staged.
  const last = ways.at(-1);
  if (last === undefined) return undefined;
  const comparison = await compareMerge(workspace, await taskIn(reader, last, after), options);
  // The findings already say why nodes fail that resolve on each side.
  const others = derived(comparison, (whole) => ({ ...whole, nodes: { ...whole.nodes, failing: [] } }));
  const items = mergeItems(others, { conflicts: [], findings: [] })
    .filter(({ isConflict }) => isConflict)
    .map(({ value: _, ...item }) => item);
  return { head: ways.length > 1 ? `${ways.length} branches` : last.theirs.slice(0, 7), items };
}
