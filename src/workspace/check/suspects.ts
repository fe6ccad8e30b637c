import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { formPaths } from "../../parse/inventory.ts";
import type { CheckOptions, Workspace } from "../workspace.ts";

/**
 * The inventory of a state, with the files prefetched that checking the suspects needs; without suspects, all of it.
 */
export async function loadSuspects(
  workspace: Pick<Workspace, "load">,
  snapshot: Snapshot,
  { suspects, unused = new Set(), signal }: CheckOptions,
): Promise<Inventory> {
  const options = { signal };
  if (suspects === undefined) return workspace.load(snapshot, options);
  const { nodeNames, settings, fileOf } = await workspace.load(snapshot, { ...options, scope: "names" });
  // Groups and policies are checked against all nodes.
  const isShared = formPaths(snapshot.blobs, settings).length > 0;
  const nodeFiles = isShared ? nodeNames.flatMap((name) => fileOf("node", name) ?? []) : [];
  const files = [...nodeFiles, ...suspects.paths, ...unused];
  return workspace.load(snapshot, { ...options, scope: "shared", nodes: suspects.names, files });
}
