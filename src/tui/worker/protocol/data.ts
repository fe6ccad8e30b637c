import type { Step } from "../../../model/inventory/resolved.ts";
import type { LinePair } from "../../../report/text/line-pairs.ts";
import type { Row } from "../../../report/text/row.ts";
import type { IgnoredKind } from "../../../workspace/compare/ignored.ts";
/*
 * What the worker answers: finished, plain data, so that drawing a frame only looks it up. Secrets are masked.
 */

/** What HEAD, all refs, the index and the work tree hold, as ids: equal ids mean equal content. */
export interface Trees {
  /** The commit that is checked out; empty before the first one. */
  readonly head: string;
  readonly refs: string;
  readonly index: string;
  readonly worktree: string;
  /** The folder of the inventory in the work tree; undefined where there is none. */
  readonly root: string | undefined;
}

/** What is checked out, and the settings of the terminal UI. */
export interface Header {
  /** The branch; undefined while none is checked out. */
  readonly branch: string | undefined;
  /** What is special about this state: `detached at 1a2b3c4`, `merging feature/x`, `no commits yet`. */
  readonly states: readonly string[];
  /** The user's own keys by action: `heir.key.ACTION` in git's settings. */
  readonly keys: Readonly<Record<string, string>>;
  /** Whether the mouse is on: `heir.mouse` in git's settings. */
  readonly mouse: boolean;
}

export interface CommitRow {
  readonly id: string;
  readonly shortId: string;
  /** The first parent; the first commit has none. */
  readonly parent: string | undefined;
  /** Whether its parents are not in this clone, so that nothing can be said of what it changes. */
  readonly isGrafted?: true;
  /** When it was written, in seconds since 1970. */
  readonly time: number;
  readonly author: string;
  readonly subject: string;
}

/** A commit that a search has found, and its position in the history. */
export interface FoundCommit {
  readonly at: number;
  readonly row: CommitRow;
}

/**
 * Two states to compare: a commit and its first parent, or as `heir diff` reads its words, with two nodes the first as it is
 * in the older state with the second as it is in the newer one; what merging a branch would do to the other one; or the nodes of two
 * groups or classes.
 */
export type ComparedStates = CommitTarget | StatesTarget | MergeTarget | MembersTarget;

interface CommitTarget {
  readonly kind: "commit";
  readonly id: string;
  readonly parent: string | undefined;
  readonly isGrafted?: true;
}

export interface StatesTarget {
  readonly kind: "states";
  readonly words: readonly string[];
  readonly staged: boolean;
  readonly nodes?: readonly [string, string];
  /** The newer state is what this merge would give, for which there is no word; of two nodes both states are. */
  readonly merge?: Merging;
}

export interface Merging {
  readonly branch: string;
  /** The revision into which it would be merged. */
  readonly into: string;
}

export interface MergeTarget extends Merging {
  readonly kind: "merge";
}

/** A class or a group, which stands for its nodes. */
export interface NamedSet {
  readonly kind: "class" | "group";
  readonly name: string;
}

/** The nodes of two groups, or of two classes, in one state. */
export interface MembersTarget {
  readonly kind: "members";
  readonly of: NamedSet["kind"];
  readonly names: readonly [string, string];
  /** The state. */
  readonly word: string;
}

/** The same key for the same states. */
export function comparedKey(target: ComparedStates): string {
  if (target.kind === "commit") return target.id;
  if (target.kind === "merge") return mergingKey(target);
  if (target.kind === "members") return `${target.of} ${target.names.join(" ")} in ${target.word}`;
  const nodes = target.nodes === undefined ? "" : `${target.nodes.join(" ")} in `;
  const merged = target.merge === undefined ? "" : ` to ${mergingKey(target.merge)}`;
  return `${nodes}${target.staged ? "staged " : ""}${target.words.join(" ")}${merged}`;
}

function mergingKey({ branch, into }: Merging): string {
  return `merge ${branch} into ${into}`;
}

/** How much a commit changes: nodes touched, unique values, and nodes that newly fail. */
export interface CommitCounts {
  readonly nodes: number;
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
  readonly failing: number;
  /** Nodes that newly resolve. */
  readonly resolving: number;
  /** Nodes that could not be compared. */
  readonly unknown: number;
}

/** All that differs between two states. */
export interface ChangeSet {
  /** {@link comparedKey} of what was asked for. */
  readonly key: string;
  /** Whether it is what a commit changes, which stays as it is. */
  readonly isOfCommit: boolean;
  /** Names of the two states. */
  readonly from: string;
  readonly to: string;
  /** First line of the commit's message. */
  readonly subject: string | undefined;
  readonly counts: CommitCounts;
  /** Names of the nodes; blocks and changes refer to them by index. */
  readonly nodes: readonly string[];
  /** In the order of `heir diff`: what fails first. */
  readonly blocks: readonly BlockRow[];
  /** The effects of each block in turn, then nodes of which nothing is known. */
  readonly changes: readonly ChangeRow[];
  readonly files: readonly string[];
  /** What was compared, in one sentence. */
  readonly summary: string;
  /** Of a merge: the output of `heir merge-check --full`. */
  readonly report?: string;
  /** How many nodes were compared, as long as that are not all: numbers may still grow. */
  readonly soFar?: { readonly done: number; readonly total: number };
}

/**
 * `+` added, `-` removed, `~` changed, `>` renamed, `=` no value differs, `!` newly fails, lost to a conflict, or a warning, `*`
 * newly resolves, `?` cannot be compared; of a merge also `✗` conflict of files or error, `≠` on neither side, `∩` one side's change is
 * lost, `·` note.
 */
export type Sign = "+" | "-" | "~" | ">" | "=" | "!" | "*" | "?" | "✗" | "≠" | "∩" | "·";

/** One edit with all its effects (rules V1 to V8 of docs/concepts/review.md). */
export interface BlockRow {
  /** Unique in the set, and the same if the set is computed again. */
  readonly id: string;
  readonly sign: Sign;
  /** What was done. */
  readonly text: string;
  /** Indexes in the nodes of the set. */
  readonly nodes: Uint32Array;
  /** `file:line` of the places where it was done; of very many the first. */
  readonly places: readonly string[];
  /** The block as `heir diff` prints it, below its first line. */
  readonly rows: readonly Row[];
}

/** One effect of an edit and the nodes that have it; or nodes that differ as a whole. */
export interface ChangeRow {
  /** Unique in the set, and the same if the set is computed again. */
  readonly id: string;
  /** The index of its block; undefined for nodes that fail on both sides. */
  readonly block: number | undefined;
  readonly sign: Sign;
  /** The path of a value, or what happened to the nodes: `newly fails: class-not-found`. */
  readonly title: string;
  /** Of something renamed its other name: of a node the older one, of a value the path in the newer state. */
  readonly otherName?: string;
  readonly isValue: boolean;
  /** Both sides, where they are the same on all nodes and one line shows them. */
  readonly old: string | undefined;
  readonly now: string | undefined;
  /** Otherwise what happens in words: `order change`, `2 values`; of whole nodes their set. */
  readonly words: string;
  /** What else is to be said: `type change: integer -> string`, `by ${site:owner}`. */
  readonly note: string;
  /** Whether the value follows from another one, through a reference. */
  readonly isDerived: boolean;
  /** Whether only the older state has it, under any name. */
  readonly isGone: boolean;
  /** Indexes in the nodes of the set. */
  readonly nodes: Uint32Array;
  /** What the edit and the cause of the first change say, to be searched; empty if unknown. */
  readonly cause: string;
  /** `file:line` of the cause, else of the value. */
  readonly place: string;
  /** If only this differs: the order of a list, or the type of the same text, such as `"1"` and `1`. */
  readonly only?: IgnoredKind;
}

/** What a commit made now would change, and its findings. */
export interface StagedReport {
  readonly target: ComparedStates;
  readonly set: ChangeSet;
  /** Those that stop a commit come first. */
  readonly findings: readonly FindingRow[];
  /** Findings that HEAD has too. */
  readonly older: readonly FindingRow[];
  /** The merge in progress, as the hook checks it; undefined if there is none. */
  readonly merge: StagedMergeReport | undefined;
  /** Whether the hook would stop a commit of what is shown. */
  readonly isStopped: boolean;
  /** The same of the index, and of the work tree. */
  readonly verdicts: Verdicts;
  /** What this report is of. */
  readonly trees: Trees;
}

/** Whether the hook would stop a commit of each; undefined where one cannot be checked. */
export interface Verdicts {
  readonly index: boolean | undefined;
  readonly worktree: boolean | undefined;
}

export interface StagedMergeReport {
  /** The commit that is merged into HEAD, or the number of commits. */
  readonly head: string;
  /** Values and nodes that are as on neither side. */
  readonly items: readonly MergeItem[];
}

export interface FindingRow {
  /** Unique in the report. */
  readonly id: string;
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  /** The number of nodes; 0 if it is about the inventory as a whole. */
  readonly nodes: number;
  /** `file:line`; empty without a file. */
  readonly place: string;
  /** Those that are there only because of it. */
  readonly follows: readonly FindingRow[];
}

/** A finding with lines of the files, as `heir check` prints it, and what would resolve it. */
export interface FindingDetail {
  /** The keys of the report and of the row. */
  readonly key: string;
  readonly id: string;
  /** The width for which the lines were made. */
  readonly columns: number;
  readonly lines: readonly Row[];
  readonly choices: readonly ChoiceRow[];
}

/** An order of groups that resolves a conflict. */
export interface ChoiceRow {
  /** Ids of groups, the lowest priority first. */
  readonly chain: readonly string[];
  /** Its effect on all nodes. */
  readonly effect: string;
  readonly isPossible: boolean;
  /** Whether the work tree has it already, so that it is only to be staged. */
  readonly isWritten?: true;
}

/** `order.yml` before and after a chain is written. */
export interface OrderPlan {
  readonly target: ComparedStates;
  readonly chain: readonly string[];
  readonly path: string;
  /** The text now; undefined if there is no file yet. */
  readonly before: string | undefined;
  readonly lines: readonly LinePair[];
}

/** What a merge does to a value or to nodes that neither side does, or what speaks against it. */
export interface MergeItem {
  readonly id: string;
  readonly sign: Sign;
  /** The number of nodes; 0 if it is about a file. */
  readonly nodes: number;
  readonly title: string;
  readonly meaning: string;
  /** `file:line` of the merged value; empty without a file. */
  readonly place: string;
  /** Whether it needs a look before merging. */
  readonly isConflict: boolean;
  readonly lines: readonly Row[];
}

/** One change on one node, or a node that differs as a whole. */
export interface ValueDetail {
  /** The keys of the change set and of the change. */
  readonly key: string;
  readonly change: string;
  readonly node: string;
  /** Of a value of a merge what became of it, and its value on all sides; of groups or classes the values of both. */
  readonly sides?: readonly Row[];
  /** The lines of the value and its neighbours, old and new in pairs. */
  readonly lines: readonly LinePair[];
  /** Which of them are of the value itself: all if absent. */
  readonly own?: LineRange;
  readonly old: Provenance | undefined;
  readonly now: Provenance | undefined;
  readonly cause: string;
  readonly causePlace: string;
  /** Of a row of whole nodes, whose lines are all values of the node: more about the node. */
  readonly whole?: WholeNode;
}

/** Lines from one index up to another. */
export interface LineRange {
  readonly from: number;
  readonly end: number;
}

/** A node as it is where it exists. */
export interface WholeNode {
  /** `file:line` of what is wrong, else of its file; empty if none is known. */
  readonly place: string;
  /** Why it does not resolve, as `heir check` prints it. */
  readonly problems: readonly Row[];
}

/** Where a value comes from on one side. */
export interface Provenance {
  /** The value as text; undefined if there is none. */
  readonly value: string | undefined;
  readonly layers: readonly LayerRow[];
  /** The groups and classes through which the deciding layer came in. */
  readonly through: string;
}

export interface LayerRow {
  readonly kind: Step["layer"];
  /** Of the class, group or node. */
  readonly name: string;
  readonly position: number;
  readonly layer: string;
  readonly value: string;
  readonly place: string;
  readonly action: string;
  /** Whether it contributes to the value. */
  readonly counts: boolean;
}
