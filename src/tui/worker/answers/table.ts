import { compareText } from "../../../base/text-order.ts";
import { comparedKey } from "../protocol/data.ts";
import type { QuestionKind } from "../protocol/questions.ts";
import type { AnswerTo } from "../work.ts";
import { undo } from "./acts.ts";
import { answerBlame } from "./blame.ts";
import { setPlan, setWrite } from "./edit.ts";
import { answerExplain } from "./explain.ts";
import { answerFind } from "./find.ts";
import { answerFinding } from "./finding.ts";
import { answerHeader } from "./header.ts";
import { answerHistory } from "./history.ts";
import { mergeWrite } from "./merge.ts";
import { answerNode } from "./node.ts";
import { orderPlan, orderWrite } from "./order.ts";
import { answerSearch } from "./search.ts";
import { answerStaged } from "./staged.ts";
import { answerStatuses } from "./statuses.ts";
import { answerTab } from "./tab.ts";
import { answerTimeline } from "./timeline.ts";
import { answerTrees } from "./trees.ts";
import { answerValue } from "./value.ts";
import { answerFiles, answerHunks, commit, stage } from "./work.ts";

/**
 * What answers each kind of question, the most urgent kind first: a more urgent question interrupts the work for
 * another, which starts again afterwards.
 */
export const answers: { readonly [K in QuestionKind]: AnswerTo<K> } = {
  // What writes comes first.
  orderWrite,
  setWrite,
  stage,
  commit,
  undo,
  reload: async ({ areSecretsShown }, { repository }) => {
    await repository.forget({ areSecretsShown });
    return {};
  },
  mergeWrite,
  // These take milliseconds, whereas reading all files takes a second in a large fleet.
  history: answerHistory,
  header: answerHeader,
  trees: answerTrees,
  files: answerFiles,
  hunks: answerHunks,
  refs: async (_, { repository, signal }) => (await repository.history()).names({ signal }),
  orderPlan,
  setPlan,
  finding: answerFinding,
  value: answerValue,
  explain: answerExplain,
  node: answerNode,
  tab: answerTab,
  find: answerFind,
  staged: answerStaged,
  changes: ({ target, first = [] }, { repository, signal, progress }) =>
    repository.changesSoFar(target, { signal, progress, first }),
  nodes: async ({ target }, { repository, signal }) => {
    const [before, after] = await repository.sides(target, { signal });
    const names = new Set([...before.nodeNames, ...after.nodeNames].filter((name) => repository.isMeant(name)));
    const groups = [...after.groups.groups.keys()];
    return { key: comparedKey(target), names: [...names].sort(compareText), classes: after.classNames, groups };
  },
  search: answerSearch,
  blame: answerBlame,
  timeline: answerTimeline,
  async *counts({ commits }, { repository, signal, progress, rest }) {
    for (const [done, target] of repository.inOrder(commits).entries()) {
      progress(done, commits.length);
      await rest();
      await repository.tidy();
      yield { key: comparedKey(target), counts: await repository.counts(target, { signal, rest }) };
    }
  },
  statuses: answerStatuses,
};
