import type { AnswerWork } from "../work.ts";

/** Names of the branches, the newest first. */
export async function* answerBranches(
  _ask: object,
  { repository, signal }: AnswerWork,
): AsyncGenerator<readonly string[]> {
  yield (await repository.history()).branches({ signal });
}
