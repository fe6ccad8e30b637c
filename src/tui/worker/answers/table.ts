import { compareText } from "../../../base/text-order.ts";
import { expected } from "../../../model/findings/failure.ts";
import { type ComparedStates, comparedKey } from "../../state/compared.ts";
import type { AnswerWork } from "../opened/repository.ts";
import type { CommitCounts } from "../rows/change-set.ts";
import { answerFind } from "./find.ts";
import type { AskedFinding } from "./finding.ts";
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

/** Answers by kind of question, most urgent first: a more urgent one interrupts the work, which starts again later. */
export const answers = {
  // What writes comes first.
  orderWrite: late(async () => (await import("../../../annex/edit/answers.ts")).orderWrite),
  setWrite: late(async () => (await import("../../../annex/edit/answers.ts")).setWrite),
  stage: late(async () => (await import("./work.ts")).stage),
  commit: late(async () => (await import("./work.ts")).commit),
  undo: async (ask: { readonly isSure: boolean }, work: AnswerWork) =>
    (await import("./acts.ts")).undoAct(ask, work, async (place) =>
      (await import("../../../annex/edit/write.ts")).undoEdit(place),
    ),
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
      (await import("../../../annex/edit/layer/order-file.ts")).isWritten,
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
