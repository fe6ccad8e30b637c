import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { missingAt, missingSnapshot } from "../../source/snapshot/parts.ts";

/** One inventory in two states; missing on the side that lacks it. */
export interface InventoryPair {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/**
 * The inventories of two states, each with itself: those in the same folder, and the one that is left on each side, which
 * was moved. None where neither state has an inventory. Never fails.
 */
export function inventoryPairs(before: readonly Snapshot[], after: readonly Snapshot[]): readonly InventoryPair[] {
  const [old, now] = [before, after].map((all) => new Map(present(all).map((each) => [each.place.folder, each])));
  const pairs: InventoryPair[] = [];
  for (const [folder, each] of now ?? []) {
    const same = old?.get(folder);
    if (same !== undefined) pairs.push({ before: same, after: each });
  }
  const paired = new Set(pairs.map((pair) => pair.after.place.folder));
  const rest = (all: readonly Snapshot[]) => present(all).filter(({ place }) => !paired.has(place.folder));
  const [gone, come] = [rest(before), rest(after)];
  const [first, ...more] = gone;
  const [second, ...others] = come;
  if (first !== undefined && second !== undefined && more.length + others.length === 0) {
    return [...pairs, { before: first, after: second }];
  }
  return [
    ...pairs,
    ...gone.map((each) => ({ before: each, after: nothing(each, after) })),
    ...come.map((each) => ({ before: nothing(each, before), after: each })),
  ];
}

/** Whether a state has no inventory. */
export function isMissing({ place }: Snapshot): boolean {
  return place.missing !== undefined;
}

function present(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  return snapshots.filter((each) => !isMissing(each));
}

/** The lack of an inventory in another state. */
function nothing({ place }: Snapshot, [state]: readonly Snapshot[]): Snapshot {
  return missingSnapshot(state?.title ?? "", missingAt(place.folder));
}
