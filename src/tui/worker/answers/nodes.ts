import { compareText } from "../../../base/text-order.ts";
import { targetKey } from "../data.ts";
import type { NodeList } from "../node-data.ts";
import type { Questions } from "../protocol.ts";
import type { Work } from "../work.ts";

/** Every node that a target has on either side. */
export async function* nodes(
  { target }: Questions["nodes"]["ask"],
  { repository, signal }: Work,
): AsyncGenerator<NodeList> {
  const [before, after] = await repository.sides(target, { signal });
  const names = new Set([...before.nodeNames, ...after.nodeNames].filter((name) => repository.isMeant(name)));
  yield { key: targetKey(target), names: [...names].sort(compareText), classes: after.classNames };
}
