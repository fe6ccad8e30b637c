import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";

export interface SnapshotParts {
  readonly id: string;
  readonly mark?: string;
  readonly title: string;
  readonly blobs: ReadonlyMap<string, string>;
  readonly folders: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
  /** Reads blobs; asked only for ids among `blobs`, each once. */
  fetch(ids: readonly string[], options: Abortable): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** A snapshot from its parts; it refuses to read what it does not hold. */
export function snapshotOf(parts: SnapshotParts): Snapshot {
  return {
    // Late: some are worked out when they are asked for.
    get id() {
      return parts.id;
    },
    ...(parts.mark !== undefined && { mark: parts.mark }),
    title: parts.title,
    get blobs() {
      return parts.blobs;
    },
    folders: parts.folders,
    diagnostics: parts.diagnostics,
    async read(ids, options = {}) {
      options.signal?.throwIfAborted();
      const wanted = [...new Set(ids)];
      // Gone through each time rather than kept: there are many snapshots, and each is seldom read from.
      const unseen = new Set(wanted);
      for (const id of parts.blobs.values()) unseen.delete(id);
      const [strange] = unseen;
      if (strange !== undefined) throw new HeirError("environment", `${parts.title} holds no file with id ${strange}`);
      return parts.fetch(wanted, options);
    },
  };
}

/** Picks blobs out of a map that holds them all. */
export function pick(bytes: ReadonlyMap<string, Uint8Array>, ids: readonly string[]): Map<string, Uint8Array> {
  const picked = new Map<string, Uint8Array>();
  for (const id of ids) {
    const content = bytes.get(id);
    if (content !== undefined) picked.set(id, content);
  }
  return picked;
}
