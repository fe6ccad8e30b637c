import type { LinePair } from "../../../report/text/line-pairs.ts";
import type { Row } from "../../../report/text/row.ts";
import type { IgnoredKind } from "../../../report/values/ignored.ts";
/*
 * What the worker answers: finished, plain data, so that drawing a frame needs no more than looking it up. Texts are
 * those that may be shown.
 */

/** Where the terminal UI was started. */
export interface Header {
  /** The branch, or the short id of the commit where there is none. */
  readonly branch: string;
  readonly nodes: number;
  /** The folder of the inventory. */
  readonly root: string;
  /** Keys that the user wants for actions: `heir.key.ACTION` of git's settings. */
  readonly keys: Readonly<Record<string, string>>;
  /** Whether the mouse is wanted: `heir.mouse` of git's settings. */
  readonly mouse: boolean;
}

export interface CommitRow {
  readonly id: string;
  readonly shortId: string;
  /** The first parent; the first commit has none. */
  readonly parent: string | undefined;
  /** When it was written, in seconds since 1970. */
  readonly time: number;
  readonly author: string;
  readonly subject: string;
}

/** A commit that a search has found, and how many newer ones the history has. */
export interface FoundCommit {
  readonly at: number;
  readonly row: CommitRow;
}

/** What changes are asked for: those of a commit against its first parent, or as `heir diff` reads its words. */
export type ComparedStates =
  | { readonly kind: "commit"; readonly id: string; readonly parent: string | undefined }
  | { readonly kind: "states"; readonly words: readonly string[]; readonly staged: boolean };

/** Targets with the same key are the same. */
export function comparedKey(target: ComparedStates): string {
  return target.kind === "commit" ? target.id : `${target.staged ? "staged " : ""}${target.words.join(" ")}`;
}

/** How much a commit changes: nodes touched, distinct values, and nodes that newly fail. */
export interface CommitCounts {
  readonly nodes: number;
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
  readonly failing: number;
  /** Nodes that could not be compared. */
  readonly unknown: number;
}

/** All that differs between two states. */
export interface ChangeSet {
  /** {@link comparedKey} of what was asked for. */
  readonly key: string;
  /** Names of the two states. */
  readonly from: string;
  readonly to: string;
  /** First line of the commit's message. */
  readonly subject: string | undefined;
  readonly counts: CommitCounts;
  /** Names of the nodes that the changes count up. */
  readonly nodes: readonly string[];
  readonly changes: readonly ChangeRow[];
  readonly files: readonly string[];
  /** What was compared, in one sentence. */
  readonly summary: string;
}

/** `+` added, `-` removed, `~` changed, `>` renamed, `!` newly fails, `*` newly resolves, `?` cannot be compared. */
export type Sign = "+" | "-" | "~" | ">" | "!" | "*" | "?";

/** One change and the nodes that have it; or nodes that differ as a whole. */
export interface ChangeRow {
  /** Not the same as that of any other row of the set, and the same again when the set is made anew. */
  readonly id: string;
  readonly sign: Sign;
  /** The path of a value, or what is to say of the nodes: `newly fails: class-not-found`. */
  readonly title: string;
  readonly isValue: boolean;
  readonly old: string | undefined;
  readonly now: string | undefined;
  /** Indexes of the nodes in those of the set. */
  readonly nodes: Uint32Array;
  /** Why, as far as it is known; empty if not. */
  readonly cause: string;
  /** Where the cause stands, else the value. */
  readonly place: string;
  /** If nothing but this differs: the order of a list, or the type of what reads the same, as `"1"` and `1`. */
  readonly only?: IgnoredKind;
}

/** What a commit made now would change, and what it would make wrong. */
export interface StagedReport {
  readonly target: ComparedStates;
  readonly set: ChangeSet;
  /** Those that stop a commit first. */
  readonly findings: readonly FindingRow[];
  /** What HEAD has as well. */
  readonly older: readonly FindingRow[];
  /** Of a merge that waits to be concluded, as the hook looks at it; undefined when there is none. */
  readonly merge: StagedMergeReport | undefined;
  /** Whether the hook would stop a commit. */
  readonly isStopped: boolean;
}

export interface StagedMergeReport {
  /** The commit that is merged into HEAD, or how many there are. */
  readonly head: string;
  /** Values and nodes that come out as on neither side. */
  readonly items: readonly MergeItem[];
}

export interface FindingRow {
  /** Not the same as that of any other row of the report. */
  readonly id: string;
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  /** How many nodes have it; none when it is about the inventory as a whole. */
  readonly nodes: number;
  /** `file:line`; empty where no file holds it. */
  readonly place: string;
}

/** A finding with its lines of the files, as `heir check` prints it, and what would settle it. */
export interface FindingDetail {
  /** Of the report, and of the row in it. */
  readonly key: string;
  readonly id: string;
  /** For a pane of so many columns. */
  readonly columns: number;
  readonly lines: readonly Row[];
  readonly choices: readonly ChoiceRow[];
}

/** One order of groups that would settle a conflict. */
export interface ChoiceRow {
  /** Ids of groups, the lowest priority first. */
  readonly chain: readonly string[];
  /** What it would do to all nodes. */
  readonly effect: string;
  readonly isPossible: boolean;
}

/** What writing a chain would make of `order.yml`. */
export interface OrderPlan {
  readonly target: ComparedStates;
  readonly chain: readonly string[];
  readonly path: string;
  /** The text as it is now; undefined where there is no file yet. */
  readonly before: string | undefined;
  readonly lines: readonly LinePair[];
}

/** Which branch is merged into which. */
export interface MergeNames {
  readonly branch: string;
  readonly into: string;
}

/** What a merge does to resolved values that neither side did. */
export interface MergeView extends MergeNames {
  /** Surprises first. */
  readonly items: readonly MergeItem[];
  /** What is merged, and what git says of it. */
  readonly head: readonly Row[];
  /** What surprises, and how much was looked at. */
  readonly summary: string;
  /** All of it as `heir merge-check --full` prints it. */
  readonly text: string;
}

export interface MergeItem {
  readonly id: string;
  /** `✗` cannot be merged, or is wrong; `≠` on neither side, `∩` one side's change is lost, `!` fails or is astray, `·` to note. */
  readonly sign: "✗" | "≠" | "∩" | "!" | "·";
  /** How many nodes have it; none when it is about a file. */
  readonly nodes: number;
  readonly title: string;
  readonly meaning: string;
  /** `file:line` of what is merged; empty where no file holds it. */
  readonly place: string;
  /** Whether somebody should look at it before merging. */
  readonly isSurprise: boolean;
  readonly lines: readonly Row[];
}

/** One change on one node. */
export interface ValueDetail {
  /** Of the change set, and of the change in it. */
  readonly key: string;
  readonly change: string;
  readonly node: string;
  /** The lines of the value with its neighbours, old and new beside each other. */
  readonly lines: readonly LinePair[];
  readonly old: Provenance | undefined;
  readonly now: Provenance | undefined;
  readonly cause: string;
  readonly causePlace: string;
}

/** What the layers of a node say of a value, weakest first. */
export interface Provenance {
  /** The value as text; undefined where there is none. */
  readonly value: string | undefined;
  readonly layers: readonly LayerRow[];
  /** The groups and classes through which the layer that counts came in. */
  readonly through: string;
}

export interface LayerRow {
  readonly position: number;
  readonly layer: string;
  readonly value: string;
  readonly place: string;
  readonly action: string;
  /** Whether the value consists of it. */
  readonly counts: boolean;
}
