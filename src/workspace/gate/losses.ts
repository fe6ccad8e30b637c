import { compareText } from "../../base/text-order.ts";
import { isMissing, type Snapshot } from "../../model/inventory/snapshot.ts";
import { renamedFiles } from "../../source/commits/file-history.ts";
import { type InventoryPair, movedNodes } from "../commits/inventory-pairs.ts";
import type { StepReader } from "../repository/hook-repository.ts";

export interface LostNode {
  readonly name: string;
  /** Where its file still is, as the file of no node. */
  readonly file?: string | undefined;
  /** The folder of the inventory that has a node of this name now. */
  readonly folder?: string | undefined;
}

export type Losses = Awaited<ReturnType<typeof findLosses>>;

/**
 * Nodes of the earlier state that the later one lacks, unless their file became another node's: renamed, or of the same
 * content (rule J4 in docs/concepts/gates.md). Other inventories of the step may have one. Throws what reading throws.
 */
export async function findLosses(
  { workspace, repository, signal }: StepReader,
  { before, after }: InventoryPair,
  pairs: readonly InventoryPair[],
) {
  const load = (snapshot: Snapshot) => workspace.load(snapshot, { scope: "names", signal });
  const [old, now] = [await load(before), await load(after)];
  const [had, has] = [old, now].map(({ nodeNames }) => new Set(nodeNames));
  const gone = old.nodeNames.filter((name) => !has?.has(name));
  const counts = { before: old.nodeNames.length, after: now.nodeNames.length };
  if (gone.length === 0) return { lost: [], ...counts };
  const trees = { old: before.id, now: after.id };
  const renamed = repository === undefined ? new Map() : await renamedFiles(repository.program, trees, { signal });
  const come = now.nodeNames.filter((name) => !had?.has(name));
  const moved = new Set(movedNodes(gone, come, { before, after, old, now, renamed }));
  const lost = gone.filter((name) => !moved.has(name)).sort(compareText);
  const folders = new Map<string, string>();
  for (const other of lost.length === 0 ? [] : pairs) {
    if (other.after === after || isMissing(other.after)) continue;
    for (const name of (await load(other.after)).nodeNames) {
      folders.set(name, folders.get(name) ?? other.after.place.folder);
    }
  }
  const fileNow = (file: string) => (after.blobs.has(file) ? file : renamed.get(file));
  const node = (name: string): LostNode => {
    const file = old.fileOf("node", name);
    return { name, file: file === undefined ? undefined : fileNow(file), folder: folders.get(name) };
  };
  return { lost: lost.map(node), ...counts };
}
