import { isSame } from "../../../base/remembered.ts";
import { clip } from "../../../base/terminal-text.ts";
import { compareText } from "../../../base/text-order.ts";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import type { LogEntry } from "../../../model/results/log.ts";
import { derived } from "../../../model/secrets/mask.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import { changeSegments } from "../../../report/diff/effect-rows.ts";
import { sourceText } from "../../../report/diff/parts.ts";
import { inlineValue, rowText } from "../../../report/text/row.ts";
import { type RootFinding, withConsequences } from "../../../workspace/check/consequences.ts";
import { stoppedAt } from "../../../workspace/check/findings.ts";
import { isStrictMerge } from "../../../workspace/gate/git-settings.ts";
import { openHookRepository } from "../../../workspace/hook-repository.ts";
import { compareMerge } from "../../../workspace/merge/merge.ts";
import { mergeWays, taskIn } from "../../../workspace/merge/ways.ts";
import { type AskedPlace, type ComparedStates, comparedKey, INDEX, placeKey, WORKTREE } from "../../state/compared.ts";
import type { AnswerWork, WorkerRepository } from "../repository.ts";
import { type ChangeSet, type CommitCounts, countsOf, type Ends } from "../rows/change-set.ts";
import { mergeItems, rootRow } from "../rows/merge-items.ts";
import { answerFind } from "./find.ts";
import type { AskedFinding } from "./finding.ts";
import { answerHeader, answerHistory, answerTrees, expected, type Trees } from "./history.ts";
import { answerSearch } from "./search.ts";
import { answerNode, answerStatuses, answerTab } from "./tab.ts";
import { answerValue, mergeWrite } from "./value.ts";
import { commitAt, foundPlace, historyOptions } from "./value-place.ts";

/** What the first screen does without is loaded when it is asked. */
function late<Ask, Result>(load: () => Promise<(ask: Ask, work: AnswerWork) => Promise<Result>>) {
  return async (ask: Ask, work: AnswerWork): Promise<Result> => (await load())(ask, work);
}

/** Answers by kind of question, most urgent first: a more urgent one interrupts the work, which starts again later. */
export const answers = {
  // What writes comes first.
  orderWrite: late(async () => (await import("../../../annex/edit/answers.ts")).orderWrite),
  setWrite: late(async () => (await import("../../../annex/edit/answers.ts")).setWrite),
  stage: late(async () => (await import("./work.ts")).stage),
  commit: late(async () => (await import("./work.ts")).commit),
  undo: async (ask: { readonly isSure: boolean }, work: AnswerWork) =>
    (await import("./acts.ts")).undoAct(ask, work, (await import("../../../annex/edit/write.ts")).undoEdit),
  reload: async ({ areSecretsShown }: { readonly areSecretsShown: boolean }, { repository }: AnswerWork) => {
    await repository.forget({ areSecretsShown });
    return {};
  },
  mergeWrite,
  // These take milliseconds, whereas reading all files takes a second in a large fleet.
  history: answerHistory,
  header: answerHeader,
  trees: answerTrees,
  files: late(async () => (await import("./work.ts")).answerFiles),
  hunks: late(async () => (await import("./work.ts")).answerHunks),
  refs: async (_: object, { repository, signal }: AnswerWork) => (await repository.history()).names({ signal }),
  orderPlan: late(async () => (await import("../../../annex/edit/answers.ts")).orderPlan),
  setPlan: late(async () => (await import("../../../annex/edit/answers.ts")).setPlan),
  finding: async (ask: AskedFinding, work: AnswerWork) =>
    (await import("./finding.ts")).answerFinding(
      ask,
      work,
      (await import("../../../annex/edit/text/order-file.ts")).isWritten,
    ),
  value: answerValue,
  explain: late(async () => (await import("./explain.ts")).answerExplain),
  node: answerNode,
  tab: answerTab,
  find: answerFind,
  staged: answerStaged,
  changes: (
    { target, first = [] }: { readonly target: ComparedStates; readonly first?: readonly string[] },
    { repository, signal, progress }: AnswerWork,
  ) => repository.changesSoFar(target, { signal, progress, first }),
  nodes: async (
    { target, text }: { readonly target: ComparedStates; readonly text?: string },
    { repository, signal }: AnswerWork,
  ) => {
    const [, after] = await repository.sides(target, { signal });
    const ends = await repository.ends(target, { signal });
    const names = await repository.selection.selected(ends, { signal });
    const typed = text === undefined ? undefined : await repository.selection.typed(text, ends, { signal });
    const groups: readonly string[] = [...after.groups.groups.keys()];
    const sorted: readonly string[] = [...names].sort(compareText);
    return { key: comparedKey(target), names: sorted, classes: after.classNames, groups, typed };
  },
  search: answerSearch,
  blame: late(async () => (await import("./explain.ts")).answerBlame),
  timeline: answerTimeline,
  async *counts(
    { commits }: { readonly commits: readonly ComparedStates[] },
    { repository, signal, progress, rest }: AnswerWork,
  ) {
    for (const [done, target] of repository.inOrder(commits).entries()) {
      progress(done, commits.length);
      await rest();
      await repository.tidy();
      const counts = await repository.counts(target, { signal, rest }).catch(uncounted);
      yield { key: comparedKey(target), counts };
    }
  },
  statuses: answerStatuses,
} satisfies Readonly<Record<string, (ask: never, work: AnswerWork) => Promise<unknown> | AsyncIterable<unknown>>>;

/** What cannot be read is not compared. */
function uncounted(error: unknown): CommitCounts {
  expected(error);
  return { nodes: 0, changed: 0, added: 0, removed: 0, failing: 0, resolving: 0, unknown: 1 };
}

/** While files change all the time, the last report is given with the ids that it was begun with. */
const MOST_TRIES = 4;

/** What a commit made now would change, and what the hook would report, of states that have not changed meanwhile. */
async function answerStaged({ target }: { readonly target: ComparedStates | undefined }, work: AnswerWork) {
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
    expected(error);
    return undefined;
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

const LONGEST = 400;

/** The commits that changed the value, or the node, from the state in front on, and how many were searched. */
async function* answerTimeline({ at }: { readonly at: AskedPlace }, work: AnswerWork) {
  const workspace = await work.repository.workspace();
  const { path, ...ofNode } = at;
  const followed = path === undefined ? undefined : await foundPlace({ ...ofNode, path }, work);
  // What is gone in the state in front is followed from there on: the commit that removed it comes first.
  const newest = commitAt(at.target.kind === "merge" ? at : { ...at, isOld: false }) ?? "HEAD";
  const request = { revisions: [newest], node: at.node, causes: true, path: followed?.path };
  const { entries, tally } = await workspace.log(request, historyOptions(work));
  const total = await (await work.repository.history()).count(newest, { signal: work.signal });
  const part = (found?: { readonly index: number; readonly entry: ReturnType<typeof entryOf> }) => {
    return { key: placeKey(at), found, searched: tally.commits, total };
  };
  yield part();
  let index = 0;
  for await (const entry of entries) {
    yield part({ index, entry: entryOf(entry, at) });
    index += 1;
  }
}

/** A commit of the history as it is listed: with both values where one value is asked about, else with counts. */
function entryOf({ commit, comparison, node }: LogEntry, { path }: AskedPlace) {
  const { id, parents, author, date, subject } = commit;
  const head = { commit: id, parent: parents[0], author, day: date.slice(0, 10), subject };
  const named = { node, isGone: false, old: undefined, now: undefined, words: "", source: undefined };
  const [first, ...more] = comparison?.changes ?? [];
  const counts = comparison && countsOf(comparison);
  if (first === undefined) return { ...head, ...named, counts };
  const { change } = first;
  const isOne = path !== undefined && more.length === 0 && printPath(change.path) === path;
  const side = change.kind === "removed" ? change.before : change.after;
  const source = sourceText(side);
  if (!isOne) return { ...head, ...named, source: path === undefined ? undefined : source, counts };
  return {
    ...head,
    ...named,
    isGone: change.kind === "removed",
    old: "before" in change ? inlineValue(change.before, LONGEST) : undefined,
    now: "after" in change ? inlineValue(change.after, LONGEST) : undefined,
    words: change.kind === "changed" && change.items.length > 0 ? clip(rowText(changeSegments(change)), LONGEST) : "",
    source,
    counts,
  };
}
