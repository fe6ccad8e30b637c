import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { blobId, mapDigest } from "../git/object-id.ts";
import { followLinks } from "./follow-links.ts";
import type { RawEntry } from "./link-reader.ts";
import { fromMemory, snapshotOf } from "./parts.ts";

/**
 * A snapshot of files given as text or bytes, path by path: for tests, editors and embedding. Files that heir does not
 * read by their name are not listed. Never fails.
 */
export function memorySnapshot(files: Iterable<readonly [string, string | Uint8Array]>, title = "memory"): Snapshot {
  const bytes = new Map<string, Uint8Array>();
  const entries = new Map<string, RawEntry<string>>();
  for (const [path, content] of files) {
    const data = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const id = blobId(data);
    entries.set(path, { kind: "file", file: id });
    bytes.set(id, data);
  }
  const { files: blobs, folders } = followLinks({ entries });
  return snapshotOf({ id: mapDigest(blobs), title, blobs, folders, diagnostics: [], ...fromMemory(bytes) });
}
