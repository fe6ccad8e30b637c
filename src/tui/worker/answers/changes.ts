import type { ChangeSet } from "../protocol/data.ts";
import type { Questions } from "../protocol/questions.ts";
import type { AnswerWork } from "../work.ts";

/** All that differs between the two states of a target. */
export async function* answerChanges(
  { target }: Questions["changes"]["ask"],
  { repository, signal, progress }: AnswerWork,
): AsyncGenerator<ChangeSet> {
  yield (await repository.changes(target, { signal, progress })).set;
}
