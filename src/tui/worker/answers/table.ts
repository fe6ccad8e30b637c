import type { QuestionKind } from "../protocol/questions.ts";
import type { AnswerTo } from "../work.ts";
import { answerBlame } from "./blame.ts";
import { answerBranches } from "./branches.ts";
import { answerChanges } from "./changes.ts";
import { answerCounts } from "./counts.ts";
import { answerExplain } from "./explain.ts";
import { answerFinding } from "./finding.ts";
import { answerHeader } from "./header.ts";
import { answerHistory } from "./history.ts";
import { answerMerge, mergeWrite } from "./merge.ts";
import { answerNode } from "./node.ts";
import { answerNodes } from "./nodes.ts";
import { orderPlan, orderWrite } from "./order.ts";
import { answerReload } from "./reload.ts";
import { answerSearch } from "./search.ts";
import { answerStaged } from "./staged.ts";
import { answerStandings } from "./standings.ts";
import { answerTab } from "./tab.ts";
import { answerTimeline } from "./timeline.ts";
import { answerValue } from "./value.ts";

/**
 * Every kind of question with what answers it, the most urgent first: work for one stops as soon as a question comes
 * that stands before it, and goes on later.
 */
export const answers: { readonly [K in QuestionKind]: AnswerTo<K> } = {
  // What writes comes first: it is never stopped on the way.
  orderWrite,
  reload: answerReload,
  mergeWrite,
  header: answerHeader,
  branches: answerBranches,
  history: answerHistory,
  orderPlan,
  finding: answerFinding,
  value: answerValue,
  explain: answerExplain,
  node: answerNode,
  tab: answerTab,
  staged: answerStaged,
  merge: answerMerge,
  changes: answerChanges,
  nodes: answerNodes,
  search: answerSearch,
  blame: answerBlame,
  timeline: answerTimeline,
  counts: answerCounts,
  standings: answerStandings,
};
