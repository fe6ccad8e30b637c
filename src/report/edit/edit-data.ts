import type { DataValue } from "../../encoding/json.ts";
import { claimText } from "../../model/results/claim-text.ts";
import type { PlacedChange } from "../../model/results/file-edit.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { Proof } from "../../model/results/proof.ts";
import { type ProofData, proveData } from "./proof-data.ts";

/** One file of an edit with its changes in place. */
export interface PlacedFile {
  readonly path: string;
  readonly from?: string;
  readonly created?: true;
  readonly deleted?: true;
  readonly edits: readonly PlacedChange[];
}

/** An edit that was proved, or refused. */
export interface EditResult {
  readonly verb: string;
  readonly written: boolean;
  readonly files: readonly PlacedFile[];
  readonly notFollowed: readonly NotFollowedData[];
  readonly proof: Proof;
}

interface NotFollowedData {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly why: string;
}

/** What a verb that writes prints as JSON. */
export interface EditData<V> {
  readonly v: 1;
  readonly edit: string;
  readonly claim: string;
  readonly written: boolean;
  readonly files: readonly PlacedFile[];
  /** Comments and texts that hold the name and are not edited. */
  readonly not_followed: readonly NotFollowedData[];
  readonly proof: ProofData<V>;
  readonly left_out: readonly LeftOut[];
}

/** An edit for programs. */
export function editData({ verb, written, files, notFollowed, proof }: EditResult): EditData<DataValue> {
  const { proof: data, left_out } = proveData({ proof, from: undefined, to: undefined });
  return {
    v: 1,
    edit: verb,
    claim: claimText(proof.claim),
    written,
    files,
    not_followed: notFollowed,
    proof: data,
    left_out,
  };
}
