import type { Abortable } from "../../../model/inventory/snapshot.ts";
import type { Change } from "../../../model/results/change.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import type { ComparedStates } from "../protocol/data.ts";
import type { WorkerRepository } from "../repository.ts";

/** Which change of which node. */
export interface ChangePlace {
  readonly node: string;
  /** As printed. */
  readonly path: string;
}

/**
 * The change of a value on one node, with its cause; undefined if there is none. Only this node is compared, since a set of changes
 * holds no values.
 */
export async function changeOn(
  repository: WorkerRepository,
  target: ComparedStates,
  { node, path, ...options }: ChangePlace & Abortable,
): Promise<Change | undefined> {
  const ends = await repository.seenEnds(target, options);
  const { changes } = await repository.compareTarget(target, ends, { ...options, nodes: new Set([node]) });
  return changes.find((each) => each.nodes.includes(node) && printPath(each.change.path) === path)?.change;
}
