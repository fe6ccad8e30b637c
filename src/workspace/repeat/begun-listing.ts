import { type PrefetchedListing, startListing } from "../../source/early-listing.ts";

/** A listing of the work tree that git is already making. */
export type Prefetch = PrefetchedListing;

/** Starts a listing of the work tree of a folder by git; undefined if that is not possible. Never fails. */
export function prefetchListing(cwd: string): Prefetch | undefined {
  return startListing({ cwd, env: process.env });
}
