import type { Kind } from "../protocol.ts";
import type { AnswerTo } from "../work.ts";
import { again } from "./again.ts";
import { blame } from "./blame.ts";
import { branches } from "./branches.ts";
import { changes } from "./changes.ts";
import { counts } from "./counts.ts";
import { explain } from "./explain.ts";
import { finding } from "./finding.ts";
import { history } from "./history.ts";
import { merge, mergeWrite } from "./merge.ts";
import { node } from "./node.ts";
import { nodes } from "./nodes.ts";
import { orderPlan, orderWrite } from "./order.ts";
import { search } from "./search.ts";
import { staged } from "./staged.ts";
import { standings } from "./standings.ts";
import { tab } from "./tab.ts";
import { timeline } from "./timeline.ts";
import { value } from "./value.ts";
import { whereabouts } from "./whereabouts.ts";

/**
 * Every kind of question with what answers it, the most urgent first: work for one stops as soon as a question comes
 * that stands before it, and goes on later.
 */
export const answers: { readonly [K in Kind]: AnswerTo<K> } = {
  // What writes comes first: it is never stopped on the way.
  orderWrite,
  again,
  mergeWrite,
  whereabouts,
  branches,
  history,
  orderPlan,
  finding,
  value,
  explain,
  node,
  tab,
  staged,
  merge,
  changes,
  nodes,
  search,
  blame,
  timeline,
  counts,
  standings,
};
