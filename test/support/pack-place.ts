import type { PackPlace } from "../../src/cache/pack-folder.ts";
import { userKey } from "../../src/cache/user-key.ts";

/** A folder of packs, with the key of the tests. */
export function packPlace(folder: string, more: Partial<PackPlace> = {}): PackPlace {
  const modes = () => ({ file: 0o600, folder: 0o700 });
  return {
    folder,
    kind: "tests",
    stamp: "now",
    limit: 1_000_000,
    key: userKey(),
    modes,
    isWanted: () => true,
    ...more,
  };
}
