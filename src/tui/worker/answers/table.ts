import { compareText } from "../../../base/text-order.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { PaceOptions } from "../../../workspace/load/progress.ts";
import { type ComparedStates, comparedKey } from "../../state/compared.ts";
import type { AnswerWork, WorkerRepository } from "../repository.ts";
import type { CommitCounts } from "../rows/change-set.ts";
import { answerFind } from "./find.ts";
import { answerHeader, answerHistory, answerTrees } from "./history.ts";
import { answerSearch } from "./search.ts";
import { answerStaged } from "./staged.ts";
import { answerNode, answerStatuses, answerTab } from "./tab.ts";
import { answerTimeline } from "./timeline.ts";
import { answerValue, mergeWrite } from "./value.ts";

/** What the first screen does without is loaded when it is asked. */
function late<Ask, Result>(load: () => Promise<(ask: Ask, work: AnswerWork) => Promise<Result>>) {
  return async (ask: Ask, work: AnswerWork): Promise<Result> => (await load())(ask, work);
}

/**
 * What answers each kind of question, the most urgent kind first: a more urgent question interrupts the work for
 * another, which starts again afterwards.
 */
export const answers = {
  // What writes comes first.
  orderWrite: late(async () => (await import("./finding.ts")).orderWrite),
  setWrite: late(async () => (await import("./edit.ts")).setWrite),
  stage: late(async () => (await import("./work.ts")).stage),
  commit: late(async () => (await import("./work.ts")).commit),
  undo: late(async () => (await import("./acts.ts")).undoAct),
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
  orderPlan: late(async () => (await import("./finding.ts")).orderPlan),
  setPlan: late(async () => (await import("./edit.ts")).setPlan),
  finding: late(async () => (await import("./finding.ts")).answerFinding),
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
      yield { key: comparedKey(target), counts: await countsOrUnknown(repository, target, { signal, rest }) };
    }
  },
  statuses: answerStatuses,
} satisfies Readonly<Record<string, (ask: never, work: AnswerWork) => Promise<unknown> | AsyncIterable<unknown>>>;

/** What cannot be read is not compared. */
async function countsOrUnknown(
  repository: WorkerRepository,
  target: ComparedStates,
  options: PaceOptions,
): Promise<CommitCounts> {
  try {
    return await repository.counts(target, options);
  } catch (error) {
    if (!(error instanceof HeirError)) throw error;
    return { nodes: 0, changed: 0, added: 0, removed: 0, failing: 0, resolving: 0, unknown: 1 };
  }
}
