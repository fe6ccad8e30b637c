import type { Abortable } from "../../../model/inventory/snapshot.ts";
import type { Change } from "../../../model/results/change.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import type { ComparedStates } from "../protocol/data.ts";
import type { WorkerRepository } from "../repository.ts";

/** Which change of which node. */
export interface ChangePlace {
  readonly node: string;
  /** As printed; of a value that is renamed its older path, then its newer one. */
  readonly paths: readonly string[];
}

/**
 * The changes of a value on one node, with their causes, as many as there are. Only this node is compared, since a set of changes
 * holds no values.
 */
export async function changesOn(
  repository: WorkerRepository,
  target: ComparedStates,
  { node, paths, ...options }: ChangePlace & Abortable,
): Promise<readonly Change[]> {
  const ends = await repository.seenEnds(target, options);
  const { changes } = await repository.compareTarget(target, ends, { ...options, nodes: new Set([node]) });
  const own = changes.filter((each) => each.nodes.includes(node)).map(({ change }) => change);
  return paths.flatMap((path) => own.find((change) => printPath(change.path) === path) ?? []);
}
