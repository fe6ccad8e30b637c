import { digest } from "../../base/digest.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { GitStore, TreeListing } from "../git/store.ts";
import { MOST_LEVELS } from "./stores.ts";

/** A listing with the files of its submodules, and the submodules whose objects are not there, by path with their commit. */
export interface ExpandedListing {
  /** Its submodules are those that are expanded. */
  readonly listing: TreeListing;
  readonly lost: ReadonlyMap<string, string>;
}

/** Which submodules are read: those at these paths of the listing. */
export interface ExpandRequest extends Abortable {
  isRead(path: string): boolean;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/**
 * A listing in which the tree of the pinned commit stands for each submodule that is read (rule U1 in
 * docs/concepts/submodules.md). Throws what the store throws.
 */
export async function withSubmodules(
  store: GitStore,
  listing: TreeListing,
  { isRead, ...options }: ExpandRequest,
): Promise<ExpandedListing> {
  const wanted = [...listing.submodules].filter(([path]) => isRead(path));
  if (wanted.length === 0) return { listing: { ...listing, submodules: NOTHING }, lost: NOTHING };
  const entries = new Map(listing.entries);
  const unreadable = [...listing.unreadable];
  const lost = new Map<string, string>();
  const submodules = new Map<string, string>();
  const waiting = wanted.map(([path, id]) => ({ path, id, level: 1 }));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { path, id, level } = next;
    const inside = level > MOST_LEVELS ? undefined : await submoduleTree(store, id, options);
    if (inside === undefined) {
      lost.set(path, id);
      continue;
    }
    submodules.set(path, id);
    for (const [name, entry] of inside.entries) entries.set(`${path}/${name}`, entry);
    unreadable.push(...inside.unreadable.map((name) => `${path}/${name}`));
    for (const [name, inner] of inside.submodules) {
      if (isRead(`${path}/${name}`)) waiting.push({ path: `${path}/${name}`, id: inner, level: level + 1 });
    }
  }
  const id = lost.size === 0 ? listing.id : digest([listing.id, ...lost.keys()].join("\0"));
  return { listing: { ...listing, id, entries, submodules, unreadable }, lost };
}

/** The files of a commit of a submodule; undefined where its objects are not there. */
async function submoduleTree(store: GitStore, commit: string, options: Abortable): Promise<TreeListing | undefined> {
  const found = await store.entryAt(commit, "", options);
  return found === undefined ? undefined : store.tree(commit, "", options);
}
