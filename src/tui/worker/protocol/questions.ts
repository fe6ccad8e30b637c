import type { CommitMessage } from "../../../workspace/act/commit.ts";
import type { RefName } from "../../../workspace/log/history.ts";
import type {
  ChangeSet,
  CommitCounts,
  CommitRow,
  ComparedStates,
  FindingDetail,
  FoundCommit,
  Header,
  OrderPlan,
  StagedReport,
  Trees,
  ValueDetail,
} from "./data.ts";
import type { SetPlan, TypedValue } from "./edit-data.ts";
import type { Found } from "./find-data.ts";
import type { AskedPlace, AskedValuePlace, InsightRows, TimelinePart } from "./insight-data.ts";
import type { NodeList, NodeStatuses, NodeTree, TabRows, TextTab } from "./node-data.ts";
import type { Acted, FileHunks, WorkFiles } from "./work-data.ts";

/** What the thread that draws gives to the one that resolves. */
export interface WorkerStart {
  readonly opening: Opening;
  /** Of the keys that are typed, see TypedKeys. */
  readonly typed: SharedArrayBuffer;
}

/** How the command line starts the worker. */
export interface Opening {
  readonly cwd: string;
  readonly directory?: string;
  /** Set where nothing is to be cached. */
  readonly cache?: false;
  readonly overrides: readonly string[];
  /** Patterns of nodes to show; empty means all. */
  readonly nodes: readonly string[];
  /** Patterns of paths to show; empty means all. */
  readonly paths: readonly string[];
}

/**
 * The questions to the worker, and its answers. A new question of a kind replaces the one before, which stops; its late
 * answers are dropped. All of it is plain data, and secrets are masked.
 */
export interface Questions {
  /** Forget what was read; also says whether secrets are shown from now on. */
  readonly reload: Question<{ areSecretsShown: boolean }, object>;
  /** What the refs, the index and the files say now. */
  readonly trees: Question<object, Trees>;
  /** The branch, and the user's settings. */
  readonly header: Question<object, Header>;
  /** A page of commits, the newest first, perhaps of a range. */
  readonly history: Question<{ from: number; range: string | undefined }, HistoryPage>;
  /** Commits of the whole history that fit a filter, reported as they are found; without a text it stops. */
  readonly search: Question<{ text: string | undefined; range: string | undefined }, SearchHits>;
  /** How much each of these commits changes; answered one by one. */
  readonly counts: Question<{ commits: readonly ComparedStates[] }, CountedCommit>;
  /** What a commit or a merge changes, or how two states differ, on these nodes before others; nothing is merged. */
  readonly changes: Question<{ target: ComparedStates; first?: readonly string[] }, ChangeSet>;
  /** One change on one node: the value before and after, and the origin of both. */
  readonly value: Question<
    { target: ComparedStates /** The id of the row. */; change: string; node: string },
    ValueDetail
  >;
  /** The nodes of a target. */
  readonly nodes: Question<{ target: ComparedStates }, NodeList>;
  /** The statuses of all nodes of a target, these first; answered in parts. */
  readonly statuses: Question<{ target: ComparedStates; first: readonly string[] }, NodeStatuses>;
  /** All values of a node. */
  readonly node: Question<NodeAsked, NodeTree>;
  /** How a value results, layer by layer. */
  readonly explain: Question<{ at: AskedValuePlace }, InsightRows>;
  /** Which commit last changed each part of a value; without a place it stops. */
  readonly blame: Question<{ at: AskedValuePlace | undefined }, InsightRows>;
  /** The commits that changed a value or a node, the newest first, as they are found; without a place it stops. */
  readonly timeline: Question<{ at: AskedPlace | undefined }, TimelinePart>;
  /** The other tabs of a node. */
  readonly tab: Question<NodeAsked & { tab: TextTab }, TabRows>;
  /** What a target changes now, and its findings; without one of the index if anything is staged, else of the work tree. */
  readonly staged: Question<{ target: ComparedStates | undefined }, StagedReport>;
  /** The files that a commit would change, or could. */
  readonly files: Question<object, WorkFiles>;
  /** The hunks of one of them. */
  readonly hunks: Question<{ path: string }, FileHunks>;
  /** Stages a file or one of its hunks, or takes it out of the index. */
  readonly stage: Question<{ path: string; hunk?: string }, Acted>;
  /** Commits what is staged. */
  readonly commit: Question<{ message: CommitMessage }, Acted>;
  /** Takes back the last thing that was staged, written or committed here. */
  readonly undo: Question<{ isSure: boolean }, Acted>;
  /** One finding of the last report. */
  readonly finding: Question<{ target: ComparedStates; id: string; columns: number }, FindingDetail>;
  /** `order.yml` with one more chain; nothing is written. */
  readonly orderPlan: Question<OrderChain, OrderPlan>;
  /** Branches, tags and branches of remotes. */
  readonly refs: Question<object, readonly RefName[]>;
  /** What a text finds in the values of a state, reported as nodes are resolved; without a text it stops. */
  readonly find: Question<{ target: ComparedStates; text: string | undefined; isTest: boolean }, Found>;
  /** Writes the report of a merge to a new file. */
  readonly mergeWrite: Question<{ name: string; text: string }, { name: string }>;
  /** Where a value would be written, and the proof that nothing else changes; nothing is written. */
  readonly setPlan: Question<TypedValue, SetPlan>;
  /** Writes the last plan, if it has this number and its files have not changed since. */
  readonly setWrite: Question<{ number: number }, Acted>;
  /** Writes a chain to `order.yml`, if that has not changed since the plan, and stages it. */
  readonly orderWrite: Question<OrderChain & { before: string | undefined }, Acted>;
}

interface Question<Ask, Answer> {
  readonly ask: Readonly<Ask>;
  readonly answer: Readonly<Answer>;
}

/** A page of the history. */
export interface HistoryPage {
  /** How many newer commits there are. */
  readonly from: number;
  /** What the refs said before it was read, as in Trees. */
  readonly refs: string;
  readonly commits: readonly CommitRow[];
  readonly isLast: boolean;
}

/** What a search has found since it last reported. */
export interface SearchHits {
  readonly text: string;
  readonly found: readonly FoundCommit[];
  readonly searched: number;
  /** How many commits there are. */
  readonly total: number;
  /** Whether it goes on; `full` if it found too many to go on. */
  readonly reached: "searching" | "whole" | "full";
}

/** How much a commit changes. */
export interface CountedCommit {
  /** `comparedKey` of the commit. */
  readonly key: string;
  readonly counts: CommitCounts;
}

interface OrderChain {
  readonly target: ComparedStates;
  /** Ids of groups, the lowest priority first. */
  readonly chain: readonly string[];
}

interface NodeAsked {
  readonly target: ComparedStates;
  readonly node: string;
}

export type QuestionKind = keyof Questions;

/** The kinds that write: each is answered in turn and to its end, and none replaces another. */
export const writing: ReadonlySet<QuestionKind> = new Set<QuestionKind>([
  ...(["orderWrite", "setWrite", "mergeWrite", "stage", "commit", "undo"] as const),
]);

/** A question of a kind, by default of any. */
export type Request<K extends QuestionKind = QuestionKind> = {
  readonly [P in K]: { readonly kind: P; readonly ask: Questions[P]["ask"] };
}[K];

/** An answer of a kind, by default of any. */
export type Answer<K extends QuestionKind = QuestionKind> = {
  readonly [P in K]: { readonly kind: P; readonly answer: Questions[P]["answer"] };
}[K];

/** From the terminal to the worker. */
export interface Asked {
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
