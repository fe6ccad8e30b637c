import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable, ReadNow, Snapshot } from "../../model/inventory/snapshot.ts";

export interface SnapshotParts {
  readonly id: string;
  readonly mark?: string;
  readonly title: string;
  readonly blobs: ReadonlyMap<string, string>;
  readonly folders: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
  /** Reads blobs; called only with ids among `blobs`, each once. */
  fetch(ids: readonly string[], options: Abortable): Promise<ReadonlyMap<string, Uint8Array>>;
  /** The same at once; absent where that is not possible. */
  readonly fetchNow?: ReadNow | undefined;
}

/** A snapshot from its parts; it refuses to read what it does not hold. */
export function snapshotOf(parts: SnapshotParts): Snapshot {
  const { fetchNow } = parts;
  const held = (ids: Iterable<string>): readonly string[] => {
    const wanted = [...new Set(ids)];
    // Computed each time rather than kept: there are many snapshots, and each is seldom read from.
    const unseen = new Set(wanted);
    for (const id of parts.blobs.values()) unseen.delete(id);
    const [strange] = unseen;
    if (strange !== undefined) throw new HeirError("environment", `${parts.title} holds no file with id ${strange}`);
    return wanted;
  };
  return {
    // Lazy: some ids are computed on demand.
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
      return parts.fetch(held(ids), options);
    },
    readNow: fetchNow && ((ids) => fetchNow(held(ids))),
  };
}

/** The two readers of blobs that are all in memory. */
export function fromMemory(
  bytes: ReadonlyMap<string, Uint8Array>,
): Required<Pick<SnapshotParts, "fetch" | "fetchNow">> {
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
