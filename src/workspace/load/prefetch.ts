import { beginListing, type ListingAhead } from "../../source/prefetch.ts";

/** A state that is being looked at before it was asked for. */
export type Ahead = ListingAhead;

/** Begins to list the work tree for whoever opens this folder next; undefined where that cannot be done. Never fails. */
export function listAhead(cwd: string): Ahead | undefined {
  return beginListing({ cwd, env: process.env });
}
