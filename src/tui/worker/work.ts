import type { QuestionKind, Questions } from "./protocol/questions.ts";
import type { WorkerRepository } from "./repository.ts";

/** What answering a question needs. */
export interface AnswerWork {
  readonly repository: WorkerRepository;
  /** Aborted if the answer is no longer wanted. */
  readonly signal: AbortSignal;
  /** Reports the progress of long work. */
  readonly progress: (done: number, total: number) => void;
  /** Waits while keys come: for work whose answer nobody waits for. */
  readonly rest: () => Promise<void>;
}

/** How a kind of question is answered: once, not at all, or in parts. What it throws is reported. */
export type AnswerTo<K extends QuestionKind> = (
  ask: Ask<K>,
  work: AnswerWork,
) => Promise<Questions[K]["answer"] | undefined> | AsyncIterable<Questions[K]["answer"]>;

/** What a question of a kind asks. */
export type Ask<K extends QuestionKind> = Questions[K]["ask"];
