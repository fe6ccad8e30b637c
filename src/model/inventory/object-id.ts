import { createHash } from "node:crypto";
import { digest } from "../../base/digest.ts";

export type ObjectFormat = "sha1" | "sha256";

/** The id that git gives an object of this type and these bytes. Never fails. */
export function objectId(type: string, bytes: Uint8Array, format: ObjectFormat): string {
  return createHash(format).update(`${type} ${bytes.length}\0`).update(bytes).digest("hex");
}

/** The id that git gives a blob of these bytes. Never fails. */
export function blobId(bytes: Uint8Array, format: ObjectFormat = "sha1"): string {
  return objectId("blob", bytes, format);
}

/** A digest of a map of path to blob id: equal maps give equal digests, whatever their order. Never fails. */
export function mapDigest(blobs: Iterable<readonly [path: string, id: string]>): string {
  const parts: string[] = [];
  let last = "";
  for (const [path, id] of blobs) {
    // Git's listings are sorted already, except for some names outside ASCII.
    if (path < last) return mapDigest(new Map([...blobs].sort(([left], [right]) => (left < right ? -1 : 1))));
    parts.push(id, " ", path, "\0");
    last = path;
  }
  return digest(parts.join(""));
}
