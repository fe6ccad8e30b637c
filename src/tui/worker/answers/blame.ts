import { blameRows } from "../../../report/history/blame.ts";
import { type Row, segment } from "../../../report/text/row.ts";
import { valueOfNode } from "../../../workspace/load/node-value.ts";
import { type AskedValuePlace, placeKey } from "../../state/compared.ts";
import type { AnswerWork } from "../work.ts";
import { commitAt, foundPlace, historyOptions } from "./value-place.ts";

/** Which commit last changed the value and each value below it. */
export async function answerBlame({ at }: { readonly at: AskedValuePlace | undefined }, work: AnswerWork) {
  return at && { key: placeKey(at), rows: await rowsAt(at, work), source: undefined };
}

async function rowsAt(at: AskedValuePlace, work: AnswerWork): Promise<readonly Row[]> {
  const { workspace, snapshot, inventory, node: name, path } = await foundPlace(at, work);
  const { signal } = work;
  const isThere = inventory.nodeNames.includes(name);
  const node = isThere ? [...workspace.resolve(inventory, [name])][0]?.node : undefined;
  if (node === undefined) return [[segment("muted", "the node does not resolve")]];
  const value = valueOfNode(inventory, node, path);
  if (value === undefined) return [[segment("muted", "there is no value here")]];
  const revision = commitAt(at);
  const commit = revision === undefined ? undefined : await workspace.commitOf(revision, { signal });
  const request = { snapshot, inventory, node, path, value, commit, causes: true };
  return blameRows(await workspace.blame(request, historyOptions(work)));
}
