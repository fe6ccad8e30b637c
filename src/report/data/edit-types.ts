/** The forms of edits and proofs for programs; see ../data/types.ts for the rules of such forms. */
import type { LeftOut } from "../../model/results/left-out.ts";
import type { Place } from "../../model/values/place.ts";
import type { DiffData, PlainValue } from "../data/types.ts";

/** What a verb that writes prints as JSON. */
export interface EditData<V = PlainValue> {
  readonly v: 1;
  readonly edit: string;
  /** As a trailer has it: `same`, `mv class:ntp=time`, `only ntp:server on 4 nodes`. */
  readonly claim: string;
  readonly written: boolean;
  readonly files: readonly EditedFileData[];
  /** Comments and texts that hold the name and are not edited. */
  readonly not_followed: readonly NotFollowedData[];
  readonly proof: ProofData<V>;
  /** What could not be compared; the claim is not proved unless it is empty. */
  readonly left_out: readonly LeftOut[];
}

/** One file of an edit with its changes in place. */
export interface EditedFileData {
  readonly path: string;
  /** The path before, of a file that moves. */
  readonly from?: string;
  readonly created?: true;
  readonly deleted?: true;
  readonly edits: readonly TextEditData[];
}

/** A change of a text: line and column count from 1, columns in characters. Of a secret, both texts are `(secret)`. */
export interface TextEditData {
  readonly line: number;
  readonly column: number;
  /** Where it begins and where it ends in the file before. */
  readonly bytes: readonly number[];
  readonly old: string;
  readonly new: string;
}

/** A place that holds a name and is not renamed. */
export interface NotFollowedData extends Place {
  readonly why: string;
}

/** Whether a claim about two states holds. */
export interface ProofData<V = PlainValue> {
  readonly holds: boolean;
  /** Nodes of the later state. */
  readonly nodes: number;
  /** Leaves of the values of the re-resolved nodes, and policies of these nodes. */
  readonly values: number;
  readonly policies: number;
  /** 12 digits of the ids of both trees; null for a state that has none. */
  readonly from: string | null;
  readonly to: string | null;
  /** Differences beyond the claim, in the form of `heir diff --json`. */
  readonly changes: DiffData<V>["changes"];
  /** Differences of values that follow a name. */
  readonly followed: DiffData<V>["changes"];
  /** Nodes that do not resolve. */
  readonly unresolved: readonly string[];
  /** Nodes with the same policies in another order. */
  readonly reordered: readonly string[];
}
