import { foldersAbove, isListed } from "../../model/inventory/folder-paths.ts";
import { blobId, mapDigest, type ObjectFormat } from "../../model/inventory/object-id.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { pick, snapshotOf } from "../../source/snapshot/parts.ts";

/** Files by their path in the inventory: their new content, or undefined for a file that goes. */
export type EditedContents = ReadonlyMap<string, Uint8Array | undefined>;

/**
 * A state as it would be with some files edited; nothing is written or cached. A file that moves goes at one path and
 * comes at another. Folders only come, they never go.
 */
export function editedSnapshot(base: Snapshot, files: EditedContents): Snapshot {
  const format: ObjectFormat = [...base.blobs.values()].some((id) => id.length === 64) ? "sha256" : "sha1";
  const blobs = new Map(base.blobs);
  const own = new Map<string, Uint8Array>();
  for (const [path, bytes] of files) {
    if (bytes === undefined) blobs.delete(path);
    else if (isListed(path)) {
      const id = blobId(bytes, format);
      blobs.set(path, id);
      own.set(id, bytes);
    }
  }
  const added = foldersAbove(files.keys());
  const known = new Set(base.blobs.values());
  const unstored = new Set([...(base.unstored ?? []), ...[...own.keys()].filter((id) => !known.has(id))]);
  const { readNow, unread, leftOut } = base;
  const others = (ids: Iterable<string>) => [...ids].filter((id) => !own.has(id));
  const { title, place, diagnostics, ignored, submodules, lost } = base;
  const snapshot = snapshotOf({
    id: mapDigest(blobs),
    title: title.endsWith(", edited") ? title : `${title}, edited`,
    place,
    blobs,
    hasFolder: (path) => added.has(path) || base.folders.has(path),
    diagnostics,
    unstored,
    ignored,
    submodules,
    lost,
    fetch: async (ids, options) => new Map([...pick(own, ids), ...(await base.read(others(ids), options))]),
    fetchNow: readNow && ((ids) => new Map([...pick(own, ids), ...readNow(others(ids))])),
  });
  return { ...snapshot, unread, leftOut };
}
