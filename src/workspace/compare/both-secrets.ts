import { allSecretPaths, withSecretPaths } from "../../compare/guards/policy.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";

/** A state and its inventory. */
interface Loaded {
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
}

/**
 * Two states, each with the secret paths of both: a change that takes a path from `secrets` shows nothing that was hidden
 * (docs/secrets.md). `load` reads a state.
 */
export async function withBothSecrets<Of extends Loaded>(
  sides: readonly [Of, Of],
  load: (snapshot: Snapshot) => Promise<Of>,
): Promise<readonly [Of, Of]> {
  const paths = allSecretPaths(sides.map(({ inventory }) => inventory.settings));
  const guarded = async (side: Of): Promise<Of> => {
    const { snapshot, inventory } = side;
    const guards = withSecretPaths(inventory.settings, paths, snapshot.place.guards);
    return guards === undefined ? side : load({ ...snapshot, place: { ...snapshot.place, guards } });
  };
  const [before, after] = sides;
  return [await guarded(before), await guarded(after)];
}
