import { type PrefetchedListing, startListing } from "../../source/prefetch.ts";

/** A listing of the work tree that git has begun. */
export type Prefetch = PrefetchedListing;

/** Has git begin to list the work tree of a folder; undefined where that is not possible. Never fails. */
export function prefetchListing(cwd: string): Prefetch | undefined {
  return startListing({ cwd, env: process.env });
}
