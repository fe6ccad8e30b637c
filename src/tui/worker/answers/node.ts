import { nodeValue, shownParts } from "../../../report/values/parts.ts";
import { shownValues } from "../../../workspace/load/visible-secrets.ts";
import { comparedKey } from "../protocol/data.ts";
import type { NodeTree } from "../protocol/node-data.ts";
import type { Questions } from "../protocol/questions.ts";
import { problemRows, standingOf, treeRows } from "../rows/node-tree.ts";
import type { AnswerWork } from "../work.ts";

/** All values of one node. */
export async function* answerNode(
  { target, node: name }: Questions["node"]["ask"],
  { repository, signal }: AnswerWork,
): AsyncGenerator<NodeTree> {
  const [before, after] = await repository.sides(target, { signal });
  const isThere = after.nodeNames.includes(name);
  const workspace = await repository.workspace();
  const [outcome] = workspace.resolve(isThere ? after : before, [name]);
  if (outcome === undefined) return;
  const shown = shownValues([before, after], repository.secrets);
  yield {
    key: comparedKey(target),
    node: name,
    standing: isThere ? standingOf(outcome) : "gone",
    rows: treeRows(outcome.node && shown(nodeValue(outcome.node, shownParts), [])),
    problems: problemRows(outcome),
  };
}
