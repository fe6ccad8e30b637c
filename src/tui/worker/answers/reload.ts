import type { Questions } from "../protocol/questions.ts";
import type { AnswerWork } from "../work.ts";

/** Nothing that was read is known any more. */
export async function* answerReload(
  { areSecretsShown }: Questions["reload"]["ask"],
  { repository }: AnswerWork,
): AsyncGenerator<object> {
  await repository.forget({ areSecretsShown });
  yield {};
}
