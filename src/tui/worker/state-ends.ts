import type { Abortable } from "../../model/inventory/snapshot.ts";
import { planMerge } from "../../workspace/merge/source.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Merging, StatesTarget } from "./protocol/data.ts";
import type { Ends } from "./rows/change-set.ts";

/** The two states of a target that names them, or of which the newer one is the result of a merge. Throws HeirError for unknown revisions. */
export async function stateEnds(
  workspace: Workspace,
  { words, staged, merge }: StatesTarget,
  options: Abortable,
): Promise<Ends> {
  if (merge === undefined) return workspace.ends(words, staged, options);
  const [, merged] = await mergeEnds(workspace, merge, options);
  const [older] = words;
  return [older === undefined ? merged : await workspace.snapshot(older, options), merged];
}

/** The side into which is merged, and what that would give. Throws HeirError for unknown revisions and unrelated histories. */
export async function mergeEnds(workspace: Workspace, { branch, into }: Merging, { signal }: Abortable): Promise<Ends> {
  const { task } = await planMerge(workspace.source, { branch, into, signal });
  return [task.states.ours, task.states.merged];
}
