import type { FoundProblem } from "../findings/diagnostic.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Value } from "../values/value.ts";
import type { CauseEdit, EditPlaces } from "./change.ts";
import type { Comparison, KeptKey } from "./comparison.ts";
import type { NewNode, NodeRename } from "./printed-parts.ts";

/** One edit with all its effects: what was done in files, and what that does to resolved values. */
export interface Block {
  readonly edit: Edit;
  /** All nodes that the edit reaches, sorted. */
  readonly nodes: readonly string[];
  /** The smallest true description of these nodes. */
  readonly selector?: string;
  /** Nodes that newly fail, or have a new conflict, by the reason. */
  readonly failing: readonly FoundProblem[];
  /** What the nodes have, where the edit adds them. */
  readonly newNodes?: readonly NewNode[];
  /** Changes that have no reference between them and the edit first. */
  readonly effects: readonly Effect[];
}

/** What was done, in one or several files. Where it was done is not part of it. */
export interface Edit {
  readonly kind: EditKind;
  /** The edit, as the cause of one of its changes. */
  readonly cause?: CauseEdit;
  /** Of an edited value: the path, and both sides where all edits agree on them. */
  readonly path?: ParameterPath;
  readonly from?: Value;
  readonly to?: Value;
  /** Of something renamed: its names. */
  readonly renamed?: NodeRename;
  /** Of a renamed parameter: on which nodes the old key still has a value. */
  readonly kept?: readonly KeptKey[];
  /** The number of different values, of many edits of one path. */
  readonly values?: number;
  /** Each place once, in the order of files and lines. */
  readonly places: readonly EditPlaces[];
  /** Other edits that took part, if several layers make one value. */
  readonly also: readonly CauseEdit[];
}

export type EditKind =
  | CauseEdit["kind"]
  | "class-renamed"
  | "group-renamed"
  | "node-renamed"
  | "rule-renamed"
  | "directive-renamed"
  | "parameter-renamed";

export type EffectKind =
  | "added"
  | "removed"
  | "changed"
  /** The same text or number as another type. */
  | "retyped"
  /** The same items in another order. */
  | "reordered"
  | "renamed"
  /** The value is lost to a conflict. */
  | "conflict"
  | "moved";

/** Changes with the same path and the same delta under one edit. */
export interface Effect {
  readonly kind: EffectKind;
  readonly path: ParameterPath;
  /** Of a renamed parameter: its new path. */
  readonly toPath?: ParameterPath;
  /** Sorted. */
  readonly nodes: readonly string[];
  /** Indexes into the changes of the comparison, ascending. */
  readonly changes: readonly number[];
  /** The number of different pairs of old and new value. */
  readonly values: number;
  /** The reference between the edited value and this one. */
  readonly derivedFrom?: { readonly reference: string; readonly path: ParameterPath };
}

/** A comparison with its blocks, in the order in which a reviewer reads them. */
export interface ReviewedComparison extends Comparison {
  readonly blocks: readonly Block[];
}
