import { grouped } from "../../base/grouped.ts";
import { compareText } from "../../base/text-order.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";

/** A node that a change loses. */
export interface LostNode {
  readonly name: string;
  /** Where its file still is, as the file of no node. */
  readonly file?: string;
  /** The folder of the inventory that has a node of this name now. */
  readonly folder?: string | undefined;
}

/** The nodes that a change loses. */
export interface Losses {
  readonly lost: readonly LostNode[];
  /** How many nodes there were, and how many are left. */
  readonly before: number;
  readonly after: number;
}

export interface LossSide {
  readonly snapshot: Pick<Snapshot, "blobs">;
  readonly inventory: Pick<Inventory, "nodeNames" | "fileOf">;
}

interface LossSides {
  readonly before: LossSide;
  readonly after: LossSide;
  /** The file that a file of the earlier state was renamed to, by git's own detection; paths from the inventory folder. */
  readonly renamed: ReadonlyMap<string, string>;
}

/**
 * The nodes of the earlier state that the later one lacks, without those whose file became the file of another node: it
 * was renamed, or has the same content (rule J4 in docs/concepts/gates.md). Renames are asked for only if a node is gone.
 */
export async function findLosses(
  before: LossSide,
  after: LossSide,
  renames: () => Promise<LossSides["renamed"]>,
): Promise<Losses> {
  const [old, now] = [before, after].map(({ inventory }) => new Set(inventory.nodeNames));
  const gone = before.inventory.nodeNames.filter((name) => !now?.has(name));
  const counts = { before: before.inventory.nodeNames.length, after: after.inventory.nodeNames.length };
  if (gone.length === 0) return { lost: [], ...counts };
  const sides = { before, after, renamed: await renames() };
  const come = after.inventory.nodeNames.filter((name) => old?.has(name) !== true);
  const moved = new Set(movedNodes(gone, come, sides));
  const lost = gone.filter((name) => !moved.has(name)).sort(compareText);
  return { lost: lost.map((name) => lostNode(name, sides)), ...counts };
}

/**
 * Those of some nodes of the earlier state whose file became the file of one of some nodes of the later one: it was
 * renamed, or has the same content. Each file counts once. Never fails.
 */
export function movedNodes(
  names: readonly string[],
  later: readonly string[],
  { before, after, renamed }: LossSides,
): readonly string[] {
  const come = new Set(later.flatMap((name) => after.inventory.fileOf("node", name) ?? []));
  const byBlob = grouped(come, (path) => after.snapshot.blobs.get(path) ?? "");
  return names.filter((name) => {
    const file = before.inventory.fileOf("node", name) ?? "";
    const blob = before.snapshot.blobs.get(file);
    const same = blob === undefined ? undefined : byBlob.get(blob)?.find((path) => come.has(path));
    return come.delete(renamed.get(file) ?? "") || come.delete(same ?? "");
  });
}

function lostNode(name: string, { before, after, renamed }: LossSides): LostNode {
  const old = before.inventory.fileOf("node", name);
  const file = old === undefined ? undefined : after.snapshot.blobs.has(old) ? old : renamed.get(old);
  return { name, file };
}
