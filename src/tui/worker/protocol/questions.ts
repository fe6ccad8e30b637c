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
import type { NodeList, NodeStatuses, NodeTree, TabRows, TellingTab } from "./node-data.ts";

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
  readonly reload: { readonly ask: { readonly areSecretsShown: boolean }; readonly answer: object };
  /** Where we are. */
  readonly header: { readonly ask: object; readonly answer: Header };
  /** Commits from the newest on, or those of a range. */
  readonly history: {
    readonly ask: { readonly from: number; readonly range: string | undefined };
    readonly answer: { readonly from: number; readonly commits: readonly CommitRow[]; readonly isLast: boolean };
  };
  /** Commits of the whole history whose own words fit a filter, told as they are found; of nothing, to stop. */
  readonly search: {
    readonly ask: { readonly text: string | undefined; readonly range: string | undefined };
    readonly answer: {
      readonly text: string;
      /** Those that were not told before. */
      readonly found: readonly FoundCommit[];
      readonly searched: number;
      /** Whether there are more to look at; `full` when so many were found that nobody reads them all. */
      readonly reached: "searching" | "whole" | "full";
    };
  };
  /** How much each of some commits changes, in this order; answered one by one. */
  readonly counts: {
    readonly ask: { readonly commits: readonly ComparedStates[] };
    readonly answer: { readonly key: string; readonly counts: CommitCounts };
  };
  /** What a commit or the difference of two states changes. */
  readonly changes: { readonly ask: { readonly target: ComparedStates }; readonly answer: ChangeSet };
  /** One change on one node: its value before and after, and where both come from. */
  readonly value: {
    readonly ask: { readonly target: ComparedStates; readonly change: number; readonly node: string };
    readonly answer: ValueDetail;
  };
  /** The nodes of a target. */
  readonly nodes: { readonly ask: { readonly target: ComparedStates }; readonly answer: NodeList };
  /** How all nodes of a target stand, these first; answered bit by bit. */
  readonly standings: {
    readonly ask: { readonly target: ComparedStates; readonly first: readonly string[] };
    readonly answer: NodeStatuses;
  };
  /** All values of a node. */
  readonly node: { readonly ask: NodeAsked; readonly answer: NodeTree };
  /** How a value comes about, layer by layer. */
  readonly explain: { readonly ask: { readonly at: AskedValuePlace }; readonly answer: InsightRows };
  /** Since when a value is what it is; of nothing, to stop. */
  readonly blame: { readonly ask: { readonly at: AskedValuePlace | undefined }; readonly answer: InsightRows };
  /** The commits that changed a value, newest first, told as they are found; of nothing, to stop. */
  readonly timeline: { readonly ask: { readonly at: AskedValuePlace | undefined }; readonly answer: TimelineEntry };
  /** What else there is to say of a node. */
  readonly tab: { readonly ask: NodeAsked & { readonly tab: TellingTab }; readonly answer: TabRows };
  /** What a target changes and what it makes wrong, as it is now. */
  readonly staged: { readonly ask: { readonly target: ComparedStates }; readonly answer: StagedReport };
  /** One finding of the report that was told last. */
  readonly finding: {
    readonly ask: { readonly target: ComparedStates; readonly id: string; readonly columns: number };
    readonly answer: FindingDetail;
  };
  /** What one more chain would make of `order.yml`; nothing is written. */
  readonly orderPlan: {
    readonly ask: { readonly target: ComparedStates; readonly chain: readonly string[] };
    readonly answer: OrderPlan;
  };
  /** Names of the branches. */
  readonly branches: { readonly ask: object; readonly answer: readonly string[] };
  /** What a merge would do; nothing is merged. */
  readonly merge: { readonly ask: MergeNames; readonly answer: MergeView };
  /** Writes a file that is not there yet, with the report of a merge. */
  readonly mergeWrite: {
    readonly ask: { readonly name: string; readonly text: string };
    readonly answer: { readonly name: string };
  };
  /** Writes a chain to `order.yml`, if that still holds the text that the plan began with. */
  readonly orderWrite: {
    readonly ask: {
      readonly target: ComparedStates;
      readonly chain: readonly string[];
      readonly before: string | undefined;
    };
    readonly answer: { readonly path: string; readonly chain: string };
  };
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
