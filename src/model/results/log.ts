import type { Masked } from "../secrets/masked.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";
import type { Cause, FoldedChange } from "./change.ts";
import type { Comparison, EndChange } from "./comparison.ts";
import type { LeftOut } from "./left-out.ts";

export interface LoggedCommit {
  readonly id: string;
  readonly parents: readonly string[];
  readonly author: string;
  readonly email: string;
  /** The author's date, ISO 8601 with the author's own offset. */
  readonly date: string;
  readonly subject: string;
  /** The history of a shallow clone ends here: the parents of the commit, and so its changes, are unknown. */
  readonly boundary?: true;
}

export interface LogEntry {
  readonly commit: LoggedCommit;
  /** The name of the node in the commit, if one is asked for and the commit has it. */
  readonly node?: string;
  /** Its name in the first parent, if it is another one. */
  readonly renamedFrom?: string;
  /** Against the first parent; undefined if the commit changes nothing that is asked for, and all of it could be compared. */
  readonly comparison?: Masked<Comparison>;
}

/** A value of a node, the commit that introduced it, and the commit that wrote its line. */
export interface BlamedLeaf {
  readonly path: ParameterPath;
  readonly value: Value;
  /** The latest commit that changed it to this value, or the boundary; undefined if that is not committed yet. */
  readonly since: LoggedCommit | undefined;
  /** Why that commit changed it, against its first parent. */
  readonly cause?: Cause;
  /** The commit that wrote the line of the value; undefined if git does not know it, or it is not committed yet. */
  readonly line: LineWriter | undefined;
}

export interface LineWriter extends Omit<LoggedCommit, "parents"> {
  /** The path of the submodule, from the top, whose commit it is. */
  readonly repository?: string;
}

/** Every value of a node below a path, in its order. */
export interface Blame {
  readonly node: string;
  readonly leaves: readonly BlamedLeaf[];
  readonly leftOut: readonly LeftOut[];
}

/** What the join of log shares needs besides their commits: a state of a node is resolved once in the whole run. */
export interface LogShare {
  readonly commits: number;
  readonly resolved: number;
  /** What single commits leave out. */
  readonly leftOut: readonly LeftOut[];
  /** The oldest commit with settings, and how many commits have none. */
  readonly border: { readonly oldest?: string; readonly without: number };
  /** Nodes whose state at the first commit was resolved, if the share before goes on in this one. */
  readonly entered: readonly string[];
  /** Nodes whose state at the first commit of the next share was resolved. */
  readonly left: readonly string[];
  /** Nodes whose states at these two commits differ. */
  readonly changed: readonly string[];
  /** The error of a history without an inventory; set if no commit of the share has one. */
  readonly missing?: { readonly message: string; readonly hint?: string };
}

/** What a log says about all its stretches. */
export interface JoinedStretches extends Pick<LogShare, "commits" | "leftOut" | "missing"> {
  /** How often the whole run resolves a node. */
  readonly resolved: number;
}

/** What a promotion would change: rules Z2 to Z4 of docs/concepts/stages.md. */
export interface PendingValues {
  readonly changes: readonly PendingChange[];
  /** The commits that only FROM has, the newest first. */
  readonly commits: readonly PendingCommit[];
  /** Lines whose end another is in FROM. */
  readonly ends: readonly EndChange[];
}

export interface PendingChange extends FoldedChange {
  /** Since the merge base only FROM has changed the value, only TO, or both. */
  readonly side: "from" | "to" | "both";
  /** The newest commits after which the values are what they are. */
  readonly since: readonly LoggedCommit[];
}

export interface PendingCommit {
  readonly commit: LoggedCommit;
  /** It changes nothing on these nodes; both ends are equal where it does; they are not. */
  readonly state: "nothing" | "there" | "pending";
}

/** The same between two stages, with their names. */
export interface PendingStep extends PendingValues {
  readonly from: string;
  readonly to: string;
  readonly lookedAt: { readonly nodes: number };
}
