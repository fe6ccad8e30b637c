import { isListed, pathIn, sortedByPath } from "../../model/inventory/folder-paths.ts";
import { LINK_MODE, TreeEntries } from "../../model/inventory/tree-entries.ts";
import type { Checkout, GitStore } from "../git/store.ts";
import type { ExpandedListing, ExpandRequest } from "../submodules/stores.ts";
import { clonedPaths, MOST_AT_ONCE, withSubmodules } from "../submodules/stores.ts";

/** A checkout with what is checked out in its submodules, and those that are neither there nor in any store. */
export interface WholeCheckout extends Omit<ExpandedListing, "listing"> {
  readonly checkout: Checkout;
  /** Those whose files are in the checkout, with the commit that is pinned. */
  readonly submodules: ReadonlyMap<string, string>;
  /** Those of them that no `.gitmodules` lists, although they are checked out. */
  readonly embedded: readonly string[];
}

export interface CheckoutsRequest extends ExpandRequest {
  readonly root: string;
}

/** Adds the files of submodules: checked out with edits, else as pinned (U1). Throws what the store throws. */
export async function withCheckouts(
  store: GitStore,
  checkout: Checkout,
  { root, ...options }: CheckoutsRequest,
): Promise<WholeCheckout> {
  const { isRead, folder, modules } = options;
  const cloned = clonedPaths(await modules());
  const parts = openCheckout(checkout);
  const pinned = new Map<string, string>();
  const submodules = new Map<string, string>();
  const waiting = [...checkout.submodules].filter(([path]) => isRead(path));
  while (waiting.length > 0) {
    const some = waiting.splice(0, MOST_AT_ONCE);
    const insides = await Promise.all(some.map(([path]) => store.submodule(`${root}/${path}`, options)));
    for (const [at, [path, id]] of some.entries()) {
      const inside = insides[at];
      if (inside === undefined) {
        pinned.set(path, id);
        continue;
      }
      submodules.set(path, id);
      addCheckout(parts, path, inside);
      for (const [name, inner] of inside.submodules) {
        if (isRead(`${path}/${name}`)) waiting.push([`${path}/${name}`, inner]);
      }
    }
  }
  const isEmbedded = (path: string) => submodules.has(path) && !cloned.has(pathIn(folder, path));
  const embedded = [...checkout.submodules.keys()].filter(isEmbedded);
  const listing = { id: "", entries: TreeEntries.of([]), submodules: pinned, unreadable: [] };
  const { listing: expanded, ...others } = await withSubmodules(store, listing, options);
  for (const [path, id] of expanded.submodules) if (!others.lost.has(path)) submodules.set(path, id);
  for (const [path, { id, mode }] of expanded.entries) {
    const kind = mode === LINK_MODE ? "links" : isListed(path) ? "files" : "others";
    parts[kind].set(path, id);
  }
  parts.unreadable.push(...expanded.unreadable);
  const whole = { ...checkout, ...parts, files: sortedByPath(parts.files) };
  return { ...others, checkout: whole, submodules, embedded };
}

/** A copy of a checkout, to which others are added. */
function openCheckout({ files, others, links, dirty, indexed, readings, unreadable }: Checkout) {
  return {
    files: new Map(files),
    others: new Map(others),
    links: new Map(links),
    dirty: new Set(dirty),
    indexed: new Map(indexed),
    readings: new Map(readings),
    unreadable: [...unreadable],
  };
}

function addCheckout(parts: ReturnType<typeof openCheckout>, path: string, inside: Checkout): void {
  for (const kind of ["files", "others", "links", "indexed"] as const) {
    for (const [name, id] of inside[kind]) parts[kind].set(`${path}/${name}`, id);
  }
  for (const name of inside.dirty) parts.dirty.add(`${path}/${name}`);
  for (const [name, found] of inside.readings) parts.readings.set(`${path}/${name}`, found);
  parts.unreadable.push(...inside.unreadable.map((name) => `${path}/${name}`));
}
