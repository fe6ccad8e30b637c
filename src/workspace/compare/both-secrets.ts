import { allSecretPaths, withSecretPaths } from "../../compare/guards/policy.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { Side } from "./side.ts";

/**
 * Two states, each with the secret paths of both: a change that takes a path from `secrets` shows nothing that was hidden
 * (docs/secrets.md). `load` reads a state.
 */
export async function withBothSecrets(
  sides: readonly [Side, Side],
  load: (snapshot: Snapshot) => Promise<Side>,
): Promise<readonly [Side, Side]> {
  const paths = allSecretPaths(sides.map(({ inventory }) => inventory.settings));
  const guarded = async (side: Side): Promise<Side> => {
    const { snapshot, inventory } = side;
    const guards = withSecretPaths(inventory.settings, paths, snapshot.place.guards);
    return guards === undefined ? side : load({ ...snapshot, place: { ...snapshot.place, guards } });
  };
  const [before, after] = sides;
  return [await guarded(before), await guarded(after)];
}
