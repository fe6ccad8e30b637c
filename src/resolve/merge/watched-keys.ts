/** Keys at which every contribution is kept while layers are folded, and those below each of them. */
export interface WatchedKeys {
  readonly keys: ReadonlyMap<string, WatchedKeys>;
}

interface Growing {
  readonly keys: Map<string, Growing>;
}

/** The keys that lead to some paths. */
export function watchedKeys(paths: Iterable<readonly string[]>): WatchedKeys {
  const root: Growing = { keys: new Map() };
  for (const path of paths) {
    let at = root;
    for (const key of path) {
      const below = at.keys.get(key) ?? { keys: new Map() };
      at.keys.set(key, below);
      at = below;
    }
  }
  return root;
}

/** What is watched below the value at a path; undefined where the path leads to nothing that is. */
export function watchedBelow(watched: WatchedKeys, path: readonly string[]): WatchedKeys | undefined {
  let at: WatchedKeys | undefined = watched;
  for (const key of path) at = at?.keys.get(key);
  return at;
}
