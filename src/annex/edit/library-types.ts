/** Edits and proofs as programs get them; see model/documents/value.ts for the rules of such forms. */
import type { ValuePath } from "../../library/types.ts";
import type { DiffData } from "../../model/documents/comparison.ts";
import type { PlainValue } from "../../model/documents/value.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { Place } from "../../model/values/place.ts";

/** What a verb that writes prints as JSON. */
export interface PlanData<V = PlainValue> {
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

/** A value that is written or taken away: texts are those of the command line. */
export type RequestedValue =
  | {
      readonly edit: "set";
      /** Names, globs, `class:X`, `group:X` and `all`, joined with commas. */
      readonly nodes: string;
      readonly path: ValuePath;
      /** As YAML, as a file would have it; absent for a name in a list, such as `classes:web`. */
      readonly value?: string;
      /** The only file to write to; the best place if absent. */
      readonly in?: string;
      /** Other nodes that may change, too. */
      readonly also?: string;
      /** Allows a path that no node has yet. */
      readonly new?: boolean;
    }
  | { readonly edit: "unset"; readonly nodes: string; readonly path: ValuePath; readonly in?: string };

/** What `plan` finds the changes of files for. */
export type RequestedEdit =
  /** `from` is `KIND:NAME`, or a name that only one kind has. */
  { readonly edit: "mv"; readonly from: string; readonly to: string } | RequestedValue;

export interface PlanOptions {
  /** Accepts nodes that fail before, and fail after with the same findings. */
  readonly allowUnresolved?: boolean;
  readonly signal?: AbortSignal;
}

export interface ApplyOptions {
  /** Writes to the index, too. */
  readonly stage?: boolean;
}

/** An edit and its proof: the same as `heir mv --json` and `heir set --json` print. */
export interface PlainPlan extends PlanData {
  /**
   * Only what `holds` can be applied. Else more `differs` than is claimed, or no place is exact; a node that the edit reaches is
   * `unresolved`; or the proof is `incomplete`, as something could not be compared.
   */
  readonly status: "holds" | "differs" | "unresolved" | "incomplete";
}

/** What `undo` took back. */
export interface UndoneFiles {
  readonly claim: string;
  /** From the top of the work tree; `from` is where the edit had moved a file from. */
  readonly files: readonly { readonly path: string; readonly from?: string }[];
}

/** What a repository offers besides reading. */
export interface EditingRepository {
  /**
   * Finds the changes of files for an edit, and proves by resolving before and after that nothing else changes. Writes
   * nothing. Throws HeirError for a senseless edit, a wanted node that does not resolve, and files never to be edited.
   */
  plan(edit: RequestedEdit, options?: PlanOptions): Promise<PlainPlan>;
  /**
   * Writes a plan that this repository made: all files, or none. Throws HeirError unless its status is `holds`, if a file has
   * changed since, and where git cannot take it back.
   */
  apply(plan: PlainPlan, options?: ApplyOptions): Promise<PlainPlan>;
  /** Takes back the last edit. Throws HeirError if there is none, or if one of its files has changed since. */
  undo(): Promise<UndoneFiles>;
}
