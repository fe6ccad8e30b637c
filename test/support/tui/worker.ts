import { WorkerRepository } from "../../../src/tui/worker/opened/repository.ts";
import type { Answer, QuestionKind, Request, WorkerMessage } from "../../../src/tui/worker/questions.ts";
import { QuestionQueue } from "../../../src/tui/worker/queue.ts";
import type { TestRepo } from "../git/repo.ts";

/** One worker that answers one question after the other. */
export function worker({ dir }: TestRepo): (request: Request) => Promise<readonly WorkerMessage[]> {
  let messages: WorkerMessage[] = [];
  let over: () => void = () => undefined;
  const queue = new QuestionQueue(new WorkerRepository({ cwd: dir, overrides: [], nodes: [], paths: [] }), (each) => {
    messages.push(each);
    if (each.kind === "done" || each.kind === "failed") over();
  });
  let number = 0;
  return async (request) => {
    messages = [];
    number += 1;
    await new Promise<void>((resolve) => {
      over = resolve;
      queue.ask({ number, request });
    });
    return messages;
  };
}

/** The answer of a kind; throws when there is none. */
export function only<K extends QuestionKind>(messages: readonly WorkerMessage[], kind: K): Answer<K>["answer"] {
  const all = messages.flatMap((each) => (each.kind === "answer" ? [each.answer as Answer<K>] : []));
  const found = all.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`no answer of kind ${kind}: ${JSON.stringify(messages)}`);
  return found.answer;
}
