import { recordKeys } from "../../base/text-order.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { answers } from "./answers/table.ts";
import type { AnswerWork, WorkerRepository } from "./opened/repository.ts";
import type { Answer, AskedWorker, QuestionKind, Request, WorkerMessage } from "./questions.ts";
import { writing } from "./questions.ts";
import { TypedKeys } from "./typed-keys.ts";

interface Job extends AskedWorker {
  readonly abort: AbortController;
  isGivenUp: boolean;
}

const order: readonly QuestionKind[] = recordKeys(answers);

/** For so long nothing is asked before the thread puts things in order: between two keys it has better to do. */
const CALM_MS = 1000;

/**
 * Answers one question at a time, urgent ones first. A new question replaces the one of its kind; a more urgent one
 * interrupts the work, which starts again afterwards. What writes is done in turn, each to its end.
 */
export class QuestionQueue {
  private readonly waiting = new Map<QuestionKind, AskedWorker>();
  private readonly writes: AskedWorker[] = [];
  private running: Job | undefined;
  private calm: NodeJS.Timeout | undefined;
  private readonly repository: WorkerRepository;
  private readonly report: (message: WorkerMessage) => void;
  private readonly keys: TypedKeys;

  constructor(repository: WorkerRepository, report: (message: WorkerMessage) => void, keys = new TypedKeys()) {
    this.repository = repository;
    this.report = report;
    this.keys = keys;
  }

  ask(asked: AskedWorker): void {
    const { kind } = asked.request;
    clearTimeout(this.calm);
    if (writing.includes(kind)) this.writes.push(asked);
    else this.waiting.set(kind, asked);
    const running = this.running?.request.kind;
    if (running === undefined) this.next();
    else if (!writing.includes(running) && order.indexOf(kind) <= order.indexOf(running)) this.running?.abort.abort();
  }

  /** Stops the work on a question that does not write; a question that is over already has no work. */
  giveUp(number: number): void {
    for (const [kind, asked] of this.waiting) if (asked.number === number) this.waiting.delete(kind);
    const { running } = this;
    if (running?.number !== number || writing.includes(running.request.kind)) return;
    running.isGivenUp = true;
    running.abort.abort();
  }

  private next(): void {
    const kind = order.find((each) => this.waiting.has(each));
    const asked = this.writes.shift() ?? (kind && this.waiting.get(kind));
    if (asked === undefined) return;
    if (!writing.includes(asked.request.kind)) this.waiting.delete(asked.request.kind);
    this.running = { ...asked, abort: new AbortController(), isGivenUp: false };
    void this.run(this.running);
  }

  /** Never fails: errors are reported. */
  private async run(job: Job): Promise<void> {
    const isOver = (await this.answer(job)) || job.isGivenUp;
    const { number, request } = job;
    if (!isOver && !this.waiting.has(request.kind)) this.waiting.set(request.kind, { number, request });
    this.running = undefined;
    this.next();
    if (this.running === undefined) this.calm = setTimeout(() => void this.repository.rest(), CALM_MS).unref();
  }

  private async answer(job: Job): Promise<boolean> {
    const { number, request, abort } = job;
    const { signal } = abort;
    const progress = (done: number, total: number): void => {
      if (!signal.aborted) this.report({ number, kind: "progress", done, total });
    };
    const rest = (): Promise<void> => this.keys.calm({ signal });
    try {
      await this.repository.tidy();
      for await (const answer of answersTo(request, { repository: this.repository, signal, progress, rest })) {
        if (signal.aborted) return false;
        this.report({ number, kind: "answer", answer: this.repository.passed(answer, request.ask) });
      }
      this.report({ number, kind: "done" });
    } catch (error) {
      if (signal.aborted) return false;
      this.report({ number, ...this.repository.passed(failure(error), request.ask) });
    }
    return true;
  }
}

async function* answersTo<K extends QuestionKind>(request: Request<K>, work: AnswerWork): AsyncGenerator<Answer> {
  const { kind } = request;
  // Each answer takes what its kind asks, which the compiler cannot see.
  const answer = answers[kind] as (ask: unknown, work: AnswerWork) => Promise<unknown> | AsyncIterable<unknown>;
  const given = answer(request.ask, work);
  for await (const part of given instanceof Promise ? [given] : given) {
    if (part !== undefined) yield { kind, answer: part } as Answer;
  }
}

function failure(error: unknown): { readonly kind: "failed"; readonly message: string; readonly hint?: string } {
  if (!(error instanceof HeirError)) return { kind: "failed", message: `this is a bug in heir: ${String(error)}` };
  return { kind: "failed", message: error.message, hint: error.hint };
}
