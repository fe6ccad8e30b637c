import type { FileChanges } from "../../compare/affected.ts";
import { allSecretPaths, withSecretPaths } from "../../compare/guards/policy.ts";
import type { Identities } from "../../compare/identity.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { LoneOutcome, Side } from "../load/outcome.ts";

export type Sides<Item> = Readonly<Record<"old" | "new", Item>>;

export interface Between {
  readonly before: Side;
  readonly after: Side;
  readonly files: FileChanges;
  readonly identities: Identities;
}

export type NodesAlone = Readonly<Record<"removed" | "added", readonly LoneOutcome[]>>;

/** Two states, each with the secret paths of both: dropping a path from `secrets` reveals nothing (docs/secrets.md). */
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
  return [await guarded(sides[0]), await guarded(sides[1])];
}
