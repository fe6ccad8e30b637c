import type { answers } from "./answers/table.ts";
import type { Opening } from "./opened/opened.ts";

/*
 * The questions to the worker, and its answers: what the functions of answers/table.ts take and give. A new question of a kind
 * replaces the one before, which stops; its late answers are dropped. All of it is plain data, and secrets are masked.
 */

/** What the thread that draws gives to the one that resolves. */
export interface WorkerStart {
  readonly opening: Opening;
  /** Of the keys that are typed, see TypedKeys. */
  readonly typed: SharedArrayBuffer;
}

type Answers = typeof answers;

export type QuestionKind = keyof Answers;

export type Ask<K extends QuestionKind> = Parameters<Answers[K]>[0];

/** What it is answered, at once or in parts. */
export type AnswerTo<K extends QuestionKind> = Readonly<Exclude<Given<ReturnType<Answers[K]>>, undefined>>;

type Given<Returned> = Returned extends AsyncIterable<infer Part> ? Part : Awaited<Returned>;

/** The kinds that write: each is answered in turn and to its end, and none replaces another. */
export const writing: readonly QuestionKind[] = ["orderWrite", "setWrite", "mergeWrite", "stage", "commit", "undo"];

export type Request<K extends QuestionKind = QuestionKind> = {
  readonly [P in K]: { readonly kind: P; readonly ask: Ask<P> };
}[K];

export type Answer<K extends QuestionKind = QuestionKind> = {
  readonly [P in K]: { readonly kind: P; readonly answer: AnswerTo<P> };
}[K];

/** From the terminal to the worker. */
export interface AskedWorker {
  readonly number: number;
  readonly request: Request;
}

/** From the terminal to the worker: nobody waits for the answer to this question any more. */
export interface GivenUp {
  readonly givenUp: number;
}

/** From the worker to the terminal, unasked: the repository may have changed. */
export interface Moved {
  readonly kind: "moved";
}

/** From the worker to the terminal, for the question with that number. */
export type WorkerMessage = { readonly number: number } & (
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "progress"; readonly done: number; readonly total: number }
  | { readonly kind: "failed"; readonly message: string; readonly hint?: string }
  | { readonly kind: "done" }
);

/** What the worker reports, as far as it is still wanted. */
export type News =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "progress"; readonly of: QuestionKind; readonly done: number; readonly total: number }
  | { readonly kind: "failed"; readonly of: QuestionKind; readonly message: string; readonly hint?: string }
  | { readonly kind: "done"; readonly of: QuestionKind }
  | Moved;

export type Header = AnswerTo<"header">;
export type HistoryPage = AnswerTo<"history">;
export type SearchHits = AnswerTo<"search">;
export type FoundCommit = SearchHits["found"][number];
export type StagedReport = AnswerTo<"staged">;
export type FindingDetail = AnswerTo<"finding">;
export type WorkFiles = AnswerTo<"files">;
export type WorkFile = WorkFiles["files"][number];
export type FileHunks = AnswerTo<"hunks">;
export type HunkRow = FileHunks["hunks"][number];
export type ValueDetail = AnswerTo<"value">;
export type NodeList = AnswerTo<"nodes">;
export type NodeTree = AnswerTo<"node">;
export type TabRows = AnswerTo<"tab">;
export type TimelineEntry = NonNullable<AnswerTo<"timeline">["found"]>["entry"];
export type Found = AnswerTo<"find">;
export type NodeStatuses = AnswerTo<"statuses">;
export type SetPlan = AnswerTo<"setPlan">;
export type FoundValue = Found["values"][number];
