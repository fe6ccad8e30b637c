import type { Diagnostic } from "../findings/diagnostic.ts";

export interface Abortable {
  readonly signal?: AbortSignal | undefined;
}

/**
 * One state of the repository: a map of path to blob id, and a way to read blobs.
 * Commit, index, work tree, plain directory and memory differ only in how the map is made.
 */
export interface Snapshot {
  /** Equal ids mean equal content: the tree id where git has one, else a digest of the map. */
  readonly id: string;
  /** Where a state is known before its id is made: equal marks mean equal ids. */
  readonly mark?: string;
  /** How people name it: `HEAD~1 5c0ffee`, `index`, `work tree`. */
  readonly title: string;
  /** First line of the commit's message, where the snapshot is a commit. */
  readonly subject?: string;
  /** Path from the top of the inventory folder (forward slashes) to git blob id. */
  readonly blobs: ReadonlyMap<string, string>;
  /** Paths of all folders: those that hold any file (of any kind) and, on disk, empty ones too. No trailing slash. */
  readonly folders: ReadonlySet<string>;
  /** Faults met while listing: links that lead out, files that cannot be read, unmerged paths. */
  readonly diagnostics: readonly Diagnostic[];
  /** Reads blobs, in any order; ids that this snapshot does not hold throw HeirError. */
  read(ids: Iterable<string>, options?: Abortable): Promise<ReadonlyMap<string, Uint8Array>>;
  /** As {@link read}, without a wait: for a few files that nobody asked for in advance. Absent without the git program. */
  readonly readNow?: ReadNow | undefined;
}

export type ReadNow = (ids: Iterable<string>) => ReadonlyMap<string, Uint8Array>;
