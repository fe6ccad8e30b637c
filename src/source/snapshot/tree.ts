import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { BlobReader, GitStore, TreeEntry, TreeListing } from "../git/store.ts";
import { followLinks, type LinkedTree } from "./follow-links.ts";
import type { RawEntry } from "./link-reader.ts";
import { isListed, unreadableName } from "./listed-file.ts";
import { snapshotOf } from "./parts.ts";

export interface TreeRequest extends Abortable {
  /** Id of a tree, and the inventory folder in it. */
  readonly tree: string;
  readonly prefix: string;
  readonly title: string;
  readonly diagnostics?: readonly Diagnostic[];
}

/**
 * The inventory folder of a git tree, links followed inside it; its id is that of the folder's own tree. A folder that
 * the tree does not have gives an empty snapshot. Throws what the store throws.
 */
export async function treeSnapshot(store: GitStore, request: TreeRequest): Promise<Snapshot> {
  return listingSnapshot(store, await store.tree(request.tree, request.prefix, request), request);
}

/** As {@link treeSnapshot}, for a tree that is listed already. */
export async function listingSnapshot(
  store: BlobReader,
  listing: TreeListing,
  request: Omit<TreeRequest, "tree">,
): Promise<Snapshot> {
  const diagnostics = [...(request.diagnostics ?? []), ...listing.unreadable.flatMap(unreadableName)];
  const { files, folders } = hasLinks(listing.entries)
    ? await linkedTree(store, listing, { request, diagnostics })
    : plainTree(listing.entries);
  const { id } = listing;
  const { title } = request;
  return snapshotOf({ id, title, blobs: files, folders, diagnostics, fetch: store.blobs, fetchNow: store.blobsNow });
}

export const LINK_MODE = "120000";

/** Whether any entry is a symbolic link. */
export function hasLinks(entries: ReadonlyMap<string, TreeEntry>): boolean {
  for (const { mode } of entries.values()) if (mode === LINK_MODE) return true;
  return false;
}

/** Most trees have no links; then there is nothing to follow. */
function plainTree(entries: ReadonlyMap<string, TreeEntry>): LinkedTree<string> {
  const files = new Map<string, string>();
  const folders = new Set<string>();
  let last = "";
  for (const [path, { id }] of entries) {
    if (isListed(path)) files.set(path, id);
    const end = path.lastIndexOf("/");
    if (end === last.length && path.startsWith(last)) continue;
    last = path.slice(0, Math.max(0, end));
    for (
      let above = last;
      above !== "" && !folders.has(above);
      above = above.slice(0, Math.max(0, above.lastIndexOf("/")))
    )
      folders.add(above);
  }
  return { files, folders };
}

async function linkedTree(
  store: BlobReader,
  listing: TreeListing,
  { request, diagnostics }: { readonly request: Omit<TreeRequest, "tree">; readonly diagnostics: Diagnostic[] },
): Promise<LinkedTree<string>> {
  const entries = await rawEntries(store, listing.entries, request);
  const base = request.prefix.split("/").filter((name) => name !== "");
  return followLinks({ entries, base, absolute: false }, (found) => diagnostics.push(found));
}

/** Files by blob id; the text of links is read, as it is what they are. */
async function rawEntries(
  store: BlobReader,
  entries: ReadonlyMap<string, TreeEntry>,
  options: Abortable,
): Promise<ReadonlyMap<string, RawEntry<string>>> {
  const links = [...entries.values()].filter((entry) => entry.mode === LINK_MODE).map((entry) => entry.id);
  const texts = links.length === 0 ? new Map<string, Uint8Array>() : await store.blobs(links, options);
  const raw = new Map<string, RawEntry<string>>();
  for (const [path, { id, mode }] of entries) {
    if (mode === LINK_MODE) raw.set(path, { kind: "link", target: Buffer.from(texts.get(id) ?? []).toString(), id });
    else raw.set(path, { kind: "file", file: id });
  }
  return raw;
}
