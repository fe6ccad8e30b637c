import { HeirError } from "../../model/findings/failure.ts";
import { blobId, mapDigest } from "../../model/inventory/object-id.ts";
import type { Abortable, InventoryPlace, ReadNow, Snapshot } from "../../model/inventory/snapshot.ts";
import type { CommitInfo } from "../git/store.ts";
import { AskedPaths } from "./asked-paths.ts";
import { followLinks, type RawEntry } from "./follow-links.ts";

export interface SnapshotParts
  extends Omit<Snapshot, "id" | "tree" | "subject" | "place" | "folders" | "leftOut" | "read" | "readNow"> {
  /** Its id; some are computed on demand. */
  readonly id: string | (() => string);
  /** The top of the state when absent. */
  readonly place?: InventoryPlace;
  hasFolder(path: string): boolean;
  /** Reads blobs; called only with ids among `blobs`, each once. */
  fetch(ids: readonly string[], options: Abortable): Promise<ReadonlyMap<string, Uint8Array>>;
  /** The same at once; absent where that is not possible. */
  readonly fetchNow?: ReadNow | undefined;
}

const AT_TOP: InventoryPlace = { folder: "" };

/** A snapshot from its parts; it refuses to read what it does not hold. */
export function snapshotOf({ id, place = AT_TOP, hasFolder, fetch, fetchNow, ...parts }: SnapshotParts): Snapshot {
  const held = (ids: Iterable<string>): readonly string[] => {
    const wanted = [...new Set(ids)];
    // Computed each time rather than kept: there are many snapshots, and each is seldom read from.
    const unseen = new Set(wanted.filter((id) => parts.blobs.hasGiven?.(id) !== true));
    for (const id of unseen.size === 0 ? [] : parts.blobs.values()) {
      if (unseen.size === 0) break;
      unseen.delete(id);
    }
    const [strange] = unseen;
    if (strange !== undefined) throw new HeirError("environment", `${parts.title} holds no file with id ${strange}`);
    return wanted;
  };
  return {
    ...parts,
    place,
    folders: new AskedPaths(hasFolder),
    get id() {
      return typeof id === "string" ? id : id();
    },
    async read(ids, options = {}) {
      options.signal?.throwIfAborted();
      return fetch(held(ids), options);
    },
    readNow: fetchNow && ((ids) => fetchNow(held(ids))),
  };
}

/** The snapshots of the inventories of one state: one that has no files where it has no inventory. */
export type Snapshots = readonly [Snapshot, ...Snapshot[]];

/** The inventory of a state that one of another state belongs to: in the same folder, else the only one. */
export function inventoryLike(snapshots: Snapshots, folder: string): Snapshot {
  const [first, ...more] = snapshots;
  const same = snapshots.find(({ place }) => place.folder === folder && place.missing === undefined);
  if (same !== undefined || more.length === 0) return same ?? first;
  return missingSnapshot(first.title, missingAt(folder));
}

/** The place of an inventory that a state lacks, without a search for it. */
export function missingAt(folder: string): InventoryPlace {
  return { folder, missing: { folders: 0 } };
}

/** The snapshot of a state without an inventory. */
export function missingSnapshot(title: string, place: InventoryPlace): Snapshot {
  const parts = { id: "", title, place, blobs: new Map<string, string>(), diagnostics: [] };
  return snapshotOf({ ...parts, hasFolder: () => false, ...fromMemory(new Map()) });
}

/** The state before the first commit. */
export const beforeTheFirst: Snapshot = missingSnapshot("no commit", missingAt(""));

/** The two readers of blobs that are all in memory. */
export function fromMemory(bytes: ReadonlyMap<string, Uint8Array>): Pick<SnapshotParts, "fetch" | "fetchNow"> {
  return { fetch: async (ids) => pick(bytes, ids), fetchNow: (ids) => pick(bytes, ids) };
}

/** Picks blobs out of a map that holds them all. */
export function pick(bytes: ReadonlyMap<string, Uint8Array>, ids: Iterable<string>): Map<string, Uint8Array> {
  const picked = new Map<string, Uint8Array>();
  for (const id of ids) {
    const content = bytes.get(id);
    if (content !== undefined) picked.set(id, content);
  }
  return picked;
}

/** A snapshot of given files: for tests, editors, embedding. Lists only names that heir reads. Never fails. */
export function memorySnapshot(files: Iterable<readonly [string, string | Uint8Array]>): Snapshot {
  const bytes = new Map<string, Uint8Array>();
  const entries = new Map<string, RawEntry<string>>();
  for (const [path, content] of files) {
    const data = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const id = blobId(data);
    entries.set(path, { kind: "file", file: id });
    bytes.set(id, data);
  }
  const { files: blobs, folders } = followLinks({ entries });
  const hasFolder = (path: string) => folders.has(path);
  return snapshotOf({ id: mapDigest(blobs), title: "memory", blobs, hasFolder, diagnostics: [], ...fromMemory(bytes) });
}

export interface IndexSnapshot extends Snapshot {
  /** Id of the whole tree, whatever folder of it the snapshot shows. */
  readonly tree: string;
  /** Paths from the top that are not merged, whatever folder they are in. */
  readonly unmerged: readonly string[];
}

export interface CommitSnapshot extends Snapshot {
  readonly commit: CommitInfo;
}
