import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { GitProgram } from "../git/program/process.ts";
import type { BlobReader, GitStore, TreeEntry } from "../git/store.ts";
import { type ListingWatch, MovingListing } from "../snapshot/moving-listing.ts";
import { listingSnapshot } from "../snapshot/tree.ts";
import type { CommitFilter, HistoryCommit, HistoryRange } from "./commit.ts";
import { filteredCommits, historySignature } from "./filtered.ts";
import { historyCommits } from "./raw-log.ts";

/** The commits of one range and their content. */
export interface History extends BlobReader {
  /** Newest first, no commit before its children; read while it is asked for. */
  commits(options?: Abortable): AsyncIterable<HistoryCommit>;
  /** The ids of those commits that a filter lets through. */
  filtered(filter: CommitFilter, options?: Abortable): Promise<ReadonlySet<string>>;
  /** A text that is equal for equal lists of commits. */
  signature(options?: Abortable): Promise<string>;
  /** A listing that moves along the commits that were given. */
  listing(watches: readonly ListingWatch[], options?: Abortable): MovingListing;
  /** The listing of one commit as a snapshot; its id is the id of the commit. */
  snapshot(commit: string, entries: ReadonlyMap<string, TreeEntry>, options?: Abortable): Promise<Snapshot>;
}

interface HistorySource {
  readonly store: GitStore;
  /** Undefined where there is no git program. */
  readonly program: GitProgram | undefined;
}

const SHORT = 7;

/** The history of a repository. Throws HeirError where there is no git program. */
export function openHistory({ store, program }: HistorySource, range: HistoryRange): History {
  if (program === undefined) {
    throw new HeirError("environment", "reading a history needs the git program", "install git, or add it to PATH");
  }
  return {
    commits: (options) => historyCommits(program, range, options),
    filtered: (filter, options) => filteredCommits(program, range, { filter, ...options }),
    signature: (options) => historySignature(program, range, options),
    listing(watches, options) {
      const list = async (tree: string) => (await store.tree(tree, range.prefix, options)).entries;
      return new MovingListing(list, watches);
    },
    snapshot(id, entries, options) {
      const title = id.slice(0, SHORT);
      return listingSnapshot(store, { id, entries, unreadable: [] }, { ...options, prefix: range.prefix, title });
    },
    blobs: store.blobs,
    blobsNow: store.blobsNow,
  };
}
