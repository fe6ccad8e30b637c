import type { QuestionKind, Questions } from "./protocol/questions.ts";
import type { WorkerRepository } from "./repository.ts";

/** What answering a question needs. */
export interface AnswerWork {
  readonly repository: WorkerRepository;
  /** Aborted when the answer is no longer wanted. */
  readonly signal: AbortSignal;
  /** Tells how far long work is. */
  readonly progress: (done: number, total: number) => void;
}

/** How a kind of question is answered: once, or bit by bit. What it throws is told; HeirError is made for people. */
export type AnswerTo<K extends QuestionKind> = (
  ask: Questions[K]["ask"],
  work: AnswerWork,
) => AsyncIterable<Questions[K]["answer"]>;
