import type {
  ChangeSet,
  CommitCounts,
  CommitRow,
  ComparedStates,
  FindingDetail,
  FoundCommit,
  Header,
  MergeNames,
  MergeView,
  OrderPlan,
  StagedReport,
  ValueDetail,
} from "./data.ts";
import type { AskedValuePlace, InsightRows, TimelineEntry } from "./insight-data.ts";
import type { NodeList, NodeStatuses, NodeTree, TabRows, TextTab } from "./node-data.ts";

/** What was asked on the command line that started the terminal UI. */
export interface Opening {
  readonly cwd: string;
  readonly directory?: string;
  readonly overrides: readonly string[];
  /** Only nodes that one of these means; all when empty. */
  readonly nodes: readonly string[];
  /** Only values at these paths; all when empty. */
  readonly paths: readonly string[];
}

/**
 * What can be asked of the worker, and what it answers. A new question of a kind takes the place of the one before:
 * that is stopped, and what it still answers is dropped. All of it is plain data, and secrets are masked.
 */
export interface Questions {
  /** Forget what was read, and whether secrets are masked from now on. */
  readonly reload: Question<{ areSecretsShown: boolean }, object>;
  /** Where we are. */
  readonly header: Question<object, Header>;
  /** Commits from the newest on, or those of a range. */
  readonly history: Question<{ from: number; range: string | undefined }, HistoryPage>;
  /** Commits of the whole history whose own words fit a filter, told as they are found; of nothing, to stop. */
  readonly search: Question<{ text: string | undefined; range: string | undefined }, SearchHits>;
  /** How much each of some commits changes, in this order; answered one by one. */
  readonly counts: Question<{ commits: readonly ComparedStates[] }, CountedCommit>;
  /** What a commit or the difference of two states changes. */
  readonly changes: Question<{ target: ComparedStates }, ChangeSet>;
  /** One change on one node: its value before and after, and where both come from. */
  readonly value: Question<{ target: ComparedStates; change: number; node: string }, ValueDetail>;
  /** The nodes of a target. */
  readonly nodes: Question<{ target: ComparedStates }, NodeList>;
  /** How all nodes of a target stand, these first; answered bit by bit. */
  readonly statuses: Question<{ target: ComparedStates; first: readonly string[] }, NodeStatuses>;
  /** All values of a node. */
  readonly node: Question<NodeAsked, NodeTree>;
  /** How a value comes about, layer by layer. */
  readonly explain: Question<{ at: AskedValuePlace }, InsightRows>;
  /** Since when a value is what it is; of nothing, to stop. */
  readonly blame: Question<{ at: AskedValuePlace | undefined }, InsightRows>;
  /** The commits that changed a value, newest first, told as they are found; of nothing, to stop. */
  readonly timeline: Question<{ at: AskedValuePlace | undefined }, TimelineEntry>;
  /** What else there is to say of a node. */
  readonly tab: Question<NodeAsked & { tab: TextTab }, TabRows>;
  /** What a target changes and what it makes wrong, as it is now. */
  readonly staged: Question<{ target: ComparedStates }, StagedReport>;
  /** One finding of the report that was told last. */
  readonly finding: Question<{ target: ComparedStates; id: string; columns: number }, FindingDetail>;
  /** What one more chain would make of `order.yml`; nothing is written. */
  readonly orderPlan: Question<OrderChain, OrderPlan>;
  /** Names of the branches. */
  readonly branches: Question<object, readonly string[]>;
  /** What a merge would do; nothing is merged. */
  readonly merge: Question<MergeNames, MergeView>;
  /** Writes a file that is not there yet, with the report of a merge. */
  readonly mergeWrite: Question<{ name: string; text: string }, { name: string }>;
  /** Writes a chain to `order.yml`, if that still holds the text that the plan began with. */
  readonly orderWrite: Question<OrderChain & { before: string | undefined }, { path: string; chain: string }>;
}

interface Question<Ask, Answer> {
  readonly ask: Readonly<Ask>;
  readonly answer: Readonly<Answer>;
}

/** A page of the history. */
export interface HistoryPage {
  /** How many newer commits there are. */
  readonly from: number;
  readonly commits: readonly CommitRow[];
  readonly isLast: boolean;
}

/** What a search has found since it last reported. */
export interface SearchHits {
  readonly text: string;
  readonly found: readonly FoundCommit[];
  readonly searched: number;
  /** Whether there are more to look at; `full` when so many were found that nobody reads them all. */
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

/** A question of some kind; `Request` alone is a question of any. */
export type Request<K extends QuestionKind = QuestionKind> = {
  readonly [P in K]: { readonly kind: P; readonly ask: Questions[P]["ask"] };
}[K];

/** An answer to a question of some kind, or of any. */
export type Answer<K extends QuestionKind = QuestionKind> = {
  readonly [P in K]: { readonly kind: P; readonly answer: Questions[P]["answer"] };
}[K];

/** From the terminal to the worker. */
export interface Asked {
  readonly number: number;
  readonly request: Request;
}

/** From the worker to the terminal without having been asked: the repository has changed. */
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
