import { compareText } from "../../../base/text-order.ts";
import { comparedKey } from "../protocol/data.ts";
import type { NodeList } from "../protocol/node-data.ts";
import type { Questions } from "../protocol/questions.ts";
import type { AnswerWork } from "../work.ts";

/** Every node that a target has on either side. */
export async function* answerNodes(
  { target }: Questions["nodes"]["ask"],
  { repository, signal }: AnswerWork,
): AsyncGenerator<NodeList> {
  const [before, after] = await repository.sides(target, { signal });
  const names = new Set([...before.nodeNames, ...after.nodeNames].filter((name) => repository.isMeant(name)));
  yield { key: comparedKey(target), names: [...names].sort(compareText), classes: after.classNames };
}
