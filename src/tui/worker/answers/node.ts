import { nodeValue, shownParts } from "../../../report/values/parts.ts";
import { shownValues } from "../../../workspace/load/visible-secrets.ts";
import { type ComparedStates, comparedKey } from "../../state/compared.ts";
import { problemRows, statusOf, treeRows } from "../rows/node-tree.ts";
import type { AnswerWork } from "../work.ts";

export interface NodeAsked {
  readonly target: ComparedStates;
  readonly node: string;
}

/** All values of one node in the newer state, or in the older one if only that has it. */
export async function answerNode({ target, node: name }: NodeAsked, { repository, signal }: AnswerWork) {
  const [before, after] = await repository.sides(target, { signal });
  const isThere = after.nodeNames.includes(name);
  const workspace = await repository.workspace();
  const inventory = isThere ? after : before;
  const [outcome] = workspace.resolve(inventory, [name]);
  if (outcome === undefined) return undefined;
  const shown = shownValues([before, after], repository.secrets);
  return {
    key: comparedKey(target),
    node: name,
    status: isThere ? statusOf(outcome) : ("gone" as const),
    file: inventory.fileOf("node", name),
    rows: treeRows(outcome.node && shown(nodeValue(outcome.node, shownParts), [])),
    problems: problemRows(outcome),
  };
}
