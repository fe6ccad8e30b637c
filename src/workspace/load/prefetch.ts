import { type PrefetchedListing, startListing } from "../../source/prefetch.ts";

/** A state that is being looked at before it was asked for. */
export type Prefetch = PrefetchedListing;

/** Begins to list the work tree for whoever opens this folder next; undefined where that cannot be done. Never fails. */
export function prefetchListing(cwd: string): Prefetch | undefined {
  return startListing({ cwd, env: process.env });
}
