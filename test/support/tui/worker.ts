import type { Answer, QuestionKind, Request, WorkerMessage } from "../../../src/tui/worker/protocol/questions.ts";
import { QuestionQueue } from "../../../src/tui/worker/queue.ts";
import { WorkerRepository } from "../../../src/tui/worker/repository.ts";
import type { TestRepo } from "../git/repo.ts";

/** One worker that answers one question after the other. */
export function worker({ dir }: TestRepo): (request: Request) => Promise<readonly WorkerMessage[]> {
  let told: WorkerMessage[] = [];
  let over: () => void = () => undefined;
  const desk = new QuestionQueue(new WorkerRepository({ cwd: dir, overrides: [], nodes: [], paths: [] }), (each) => {
    told.push(each);
    if (each.kind === "done" || each.kind === "failed") over();
  });
  let number = 0;
  return async (request) => {
    told = [];
    number += 1;
    await new Promise<void>((resolve) => {
      over = resolve;
      desk.ask({ number, request });
    });
    return told;
  };
}

/** The answer of a kind; throws when there is none. */
export function only<K extends QuestionKind>(told: readonly WorkerMessage[], kind: K): Answer<K>["answer"] {
  const all = told.flatMap((each) => (each.kind === "answer" ? [each.answer as Answer<K>] : []));
  const found = all.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`no answer of kind ${kind}: ${JSON.stringify(told)}`);
  return found.answer;
}
