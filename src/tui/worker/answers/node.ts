import { nodeValue, shownParts } from "../../../report/values/parts.ts";
import { shownValues } from "../../../workspace/load/visible-secrets.ts";
import { comparedKey } from "../protocol/data.ts";
import type { NodeTree } from "../protocol/node-data.ts";
import { problemRows, statusOf, treeRows } from "../rows/node-tree.ts";
import type { AnswerWork, Ask } from "../work.ts";

/** All values of one node. */
export async function answerNode(
  { target, node: name }: Ask<"node">,
  { repository, signal }: AnswerWork,
): Promise<NodeTree | undefined> {
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
    status: isThere ? statusOf(outcome) : "gone",
    file: inventory.fileOf("node", name),
    rows: treeRows(outcome.node && shown(nodeValue(outcome.node, shownParts), [])),
    problems: problemRows(outcome),
  };
}
