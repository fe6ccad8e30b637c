import { blamedValueRows, blameRows } from "../../../report/history/blame.ts";
import { type Row, segment } from "../../../report/text/row.ts";
import { valueOfNode } from "../../../workspace/load/outcome.ts";
import { type AskedValuePlace, placeKey } from "../../state/compared.ts";
import type { AnswerWork } from "../repository.ts";
import { commitAt, foundPlace, historyOptions } from "./value-place.ts";

/** Which commit last changed the value and each value below it; of one value alone the commit can be opened. */
export async function answerBlame({ at }: { readonly at: AskedValuePlace | undefined }, work: AnswerWork) {
  return at && { key: placeKey(at), source: undefined, ...(await rowsAt(at, work)) };
}

interface Blamed {
  readonly rows: readonly Row[];
  readonly commit?: string | undefined;
}

async function rowsAt(at: AskedValuePlace, work: AnswerWork): Promise<Blamed> {
  const { workspace, snapshot, inventory, node: name, path } = await foundPlace(at, work);
  const { signal } = work;
  const isThere = inventory.nodeNames.includes(name);
  const node = isThere ? [...workspace.resolve(inventory, [name])][0]?.node : undefined;
  if (node === undefined) return { rows: [[segment("muted", "the node does not resolve")]] };
  const value = valueOfNode(inventory, node, path);
  if (value === undefined) return { rows: [[segment("muted", "there is no value here")]] };
  const revision = commitAt(at);
  const commit = revision === undefined ? undefined : await workspace.commitOf(revision, { signal });
  const request = { snapshot, inventory, node, path, value, commit, causes: true };
  const blame = await workspace.blame(request, historyOptions(work));
  const [leaf, ...others] = blame.leaves;
  if (leaf === undefined || others.length > 0) return { rows: blameRows(blame) };
  return { rows: blamedValueRows(leaf, name), commit: leaf.since?.id };
}
