import { digest } from "../../base/digest.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { blobText, type GitStore, type TreeListing, type TreeReading } from "../git/store.ts";
import { TreeEntries, UNLISTED, UNMERGED } from "../git/tree-entries.ts";
import { pathIn } from "../snapshot/folder-paths.ts";
import { clonedPaths, MODULES_FILE, MOST_AT_ONCE, MOST_LEVELS } from "./stores.ts";

/** A listing with the files of its submodules, and the submodules whose objects are not there, by path with their commit. */
export interface ExpandedListing {
  /** Its submodules are those that are expanded. */
  readonly listing: TreeListing;
  readonly lost: ReadonlyMap<string, string>;
  /** Those that no `.gitmodules` lists, whether their objects are there or not. */
  readonly unlisted?: readonly string[];
}

/** Which submodules are read: those at these paths of the listing. */
export interface ExpandRequest extends Abortable {
  isRead(path: string): boolean;
  /** The folder in which the paths begin, from the top. */
  readonly folder: string;
  /** The text of the `.gitmodules` at the top of the state; asked for only where there are submodules. */
  modules(): Promise<string> | string;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/**
 * A listing in which the tree of the pinned commit stands for each submodule that is read (rule U1 in
 * docs/concepts/submodules.md). Throws what the store throws.
 */
export async function withSubmodules(
  store: GitStore,
  listing: TreeListing,
  { isRead, folder, modules, ...options }: ExpandRequest,
): Promise<ExpandedListing> {
  const wanted = [...listing.submodules].filter(([path]) => isRead(path));
  if (wanted.length === 0) return { listing: { ...listing, submodules: NOTHING }, lost: NOTHING };
  const entries = new Map(listing.entries);
  const unreadable = [...listing.unreadable];
  const lost = new Map<string, string>();
  const submodules = new Map<string, string>();
  const cloned = clonedPaths(await modules());
  const unlisted = new Set<string>();
  for (const [path, id] of wanted) if (id !== UNMERGED && !cloned.has(pathIn(folder, path))) unlisted.add(path);
  const waiting = wanted.map(([path, id]) => ({ path, id, level: 1 }));
  while (waiting.length > 0) {
    const some = waiting.splice(0, MOST_AT_ONCE);
    const trees = await Promise.all(
      some.map((each) => submoduleTree(store, each, { ...options, submodule: pathIn(folder, each.path) })),
    );
    for (const [at, { path, id, level }] of some.entries()) {
      const inside = trees[at];
      if (inside === undefined) {
        lost.set(path, unlisted.has(path) ? UNLISTED : id);
        continue;
      }
      submodules.set(path, id);
      for (const [name, entry] of inside.entries) entries.set(`${path}/${name}`, entry);
      unreadable.push(...inside.unreadable.map((name) => `${path}/${name}`));
      const nested = inside.submodules.size === 0 ? undefined : inside.entries.get(MODULES_FILE)?.id;
      const within = clonedPaths(await blobText(store, nested, options));
      for (const [name, inner] of inside.submodules) {
        const at = `${path}/${name}`;
        if (!isRead(at)) continue;
        if (!within.has(name)) unlisted.add(at);
        waiting.push({ path: at, id: inner, level: level + 1 });
      }
    }
  }
  const id = lost.size === 0 ? listing.id : digest([listing.id, ...lost.keys()].join("\0"));
  return {
    listing: { ...listing, id, entries: TreeEntries.of(entries), submodules, unreadable },
    lost,
    unlisted: [...unlisted],
  };
}

/**
 * The files of a commit of a submodule, which is inside of `level` ones, itself included; undefined if its objects are not
 * there, or it is too deep.
 */
async function submoduleTree(
  store: GitStore,
  { id, level }: { readonly id: string; readonly level: number },
  options: TreeReading,
): Promise<TreeListing | undefined> {
  if (level > MOST_LEVELS) return undefined;
  const found = await store.entryAt(id, "", options);
  return found === undefined ? undefined : store.tree(id, "", options);
}
