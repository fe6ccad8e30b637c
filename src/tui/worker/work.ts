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
