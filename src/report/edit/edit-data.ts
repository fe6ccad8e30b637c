import type { DataValue } from "../../encoding/json.ts";
import { claimText, type Proof } from "../../model/results/proof.ts";
import type { EditData, EditedFileData, NotFollowedData } from "./edit-types.ts";
import { proveData } from "./proof-data.ts";

/** An edit that was proved, or refused. */
export interface EditResult {
  readonly verb: string;
  readonly written: boolean;
  readonly files: readonly EditedFileData[];
  readonly notFollowed: readonly NotFollowedData[];
  readonly proof: Proof;
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
