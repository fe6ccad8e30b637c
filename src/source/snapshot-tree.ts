import type { Diagnostic } from "../model/diagnostic.ts";
import type { Abortable, Snapshot } from "../model/snapshot.ts";
import { followLinks } from "./follow-links.ts";
import type { GitStore, TreeEntry } from "./git-store.ts";
import type { RawEntry } from "./link-reader.ts";
import { snapshotOf } from "./snapshot-of.ts";

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
  const listing = await store.tree(request.tree, request.prefix, request);
  const diagnostics = [...(request.diagnostics ?? [])];
  const entries = await rawEntries(store, listing.entries, request);
  const base = request.prefix.split("/").filter((name) => name !== "");
  const { files, folders } = followLinks({ entries, base, absolute: false }, (found) => diagnostics.push(found));
  const fetch = (ids: readonly string[], options: Abortable) => store.blobs(ids, options);
  return snapshotOf({ id: listing.id, title: request.title, blobs: files, folders, diagnostics, fetch });
}

const LINK_MODE = "120000";

/** Files by blob id; the text of links is read, as it is what they are. */
async function rawEntries(
  store: GitStore,
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
