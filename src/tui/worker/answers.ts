import { again } from "./answers/again.ts";
import { blame } from "./answers/blame.ts";
import { branches } from "./answers/branches.ts";
import { changes } from "./answers/changes.ts";
import { counts } from "./answers/counts.ts";
import { explain } from "./answers/explain.ts";
import { finding } from "./answers/finding.ts";
import { history } from "./answers/history.ts";
import { merge, mergeWrite } from "./answers/merge.ts";
import { node } from "./answers/node.ts";
import { nodes } from "./answers/nodes.ts";
import { orderPlan, orderWrite } from "./answers/order.ts";
import { search } from "./answers/search.ts";
import { staged } from "./answers/staged.ts";
import { standings } from "./answers/standings.ts";
import { tab } from "./answers/tab.ts";
import { timeline } from "./answers/timeline.ts";
import { value } from "./answers/value.ts";
import { whereabouts } from "./answers/whereabouts.ts";
import type { Kind } from "./protocol.ts";
import type { AnswerTo } from "./work.ts";

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
