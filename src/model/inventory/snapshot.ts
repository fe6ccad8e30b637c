import type { Diagnostic } from "../findings/diagnostic.ts";

export interface Abortable {
  readonly signal?: AbortSignal | undefined;
}

/**
 * One state of the repository: a map of path to blob id, and a way to read blobs.
 * Commit, index, work tree, plain directory and memory only differ in how the map is made.
 */
export interface Snapshot {
  /** Equal ids mean equal content: the tree id if git has one, else a digest of the map. */
  readonly id: string;
  /** A mark of the state that is known before its id: equal marks mean equal ids. */
  readonly mark?: string;
  /** Its name for people: `HEAD~1 5c0ffee`, `index`, `work tree`. */
  readonly title: string;
  /** The first line of the commit's message, if the snapshot is a commit. */
  readonly subject?: string;
  /** Path from the top of the inventory folder, with forward slashes, to git blob id. */
  readonly blobs: ReadonlyMap<string, string>;
  /** Paths of all folders: those that hold any file (of any kind) and, on disk, empty ones too. No trailing slash. */
  readonly folders: ReadonlySet<string>;
  /** Faults found while listing: links that lead out, unreadable files, unmerged paths. */
  readonly diagnostics: readonly Diagnostic[];
  /** Reads blobs, in any order. Throws HeirError for ids that the snapshot does not have. */
  read(ids: Iterable<string>, options?: Abortable): Promise<ReadonlyMap<string, Uint8Array>>;
  /** As {@link read}, but synchronous, for a few files that were not prefetched. Undefined without the git program. */
  readonly readNow?: ReadNow | undefined;
}

export type ReadNow = (ids: Iterable<string>) => ReadonlyMap<string, Uint8Array>;
