import { changes } from "./answers/changes.ts";
import { counts } from "./answers/counts.ts";
import { history } from "./answers/history.ts";
import { value } from "./answers/value.ts";
import { whereabouts } from "./answers/whereabouts.ts";
import type { Kind } from "./protocol.ts";
import type { AnswerTo } from "./work.ts";

/**
 * Every kind of question with what answers it, the most urgent first: work for one stops as soon as a question comes
 * that stands before it, and goes on later.
 */
export const answers: { readonly [K in Kind]: AnswerTo<K> } = {
  whereabouts,
  history,
  value,
  changes,
  counts,
};
