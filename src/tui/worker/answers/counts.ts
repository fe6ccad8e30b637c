import { comparedKey } from "../protocol/data.ts";
import type { Questions } from "../protocol/questions.ts";
import type { AnswerWork } from "../work.ts";

/** How much each of some commits changes, one after the other. */
export async function* answerCounts(
  { commits }: Questions["counts"]["ask"],
  { repository, signal }: AnswerWork,
): AsyncGenerator<Questions["counts"]["answer"]> {
  for (const target of commits) {
    yield { key: comparedKey(target), counts: await repository.counts(target, { signal }) };
  }
}
