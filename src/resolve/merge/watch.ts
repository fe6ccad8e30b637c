import { keptAt } from "../../base/made-once.ts";

/** Keys whose contributions are all kept, and below each of them the same again. */
export interface WatchedKeys {
  readonly keys: ReadonlyMap<string, WatchedKeys>;
}

/** What a merge keeps for `explain`: below a watched key every contribution of every layer. */
export interface Watch {
  /** The watched keys of the mapping that is being merged. */
  readonly below: WatchedKeys;
  /** The layer that is being merged, counted from the weakest; undefined if it is not known. */
  readonly layer: number | undefined;
}

export function isWatched(key: string, watch: Watch | undefined): boolean {
  return watch?.below.keys.has(key) === true;
}

interface Growing {
  readonly keys: Map<string, Growing>;
}

/** The keys on the way to some paths. */
export function watchedKeys(paths: Iterable<readonly string[]>): WatchedKeys {
  const root: Growing = { keys: new Map() };
  for (const path of paths) {
    let at = root;
    for (const key of path) at = keptAt(at.keys, key, () => ({ keys: new Map() }));
  }
  return root;
}

/** The watched keys below the value at a path; undefined if there are none. */
export function watchedBelow(watched: WatchedKeys, path: readonly string[]): WatchedKeys | undefined {
  let at: WatchedKeys | undefined = watched;
  for (const key of path) at = at?.keys.get(key);
  return at;
}
