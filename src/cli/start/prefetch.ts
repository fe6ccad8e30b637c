import { type Prefetch, prefetchListing } from "../../workspace/load/prefetch.ts";
import { readsWorkTree } from "./reads-work-tree.ts";

/**
 * Starts git listing the work tree if the command line looks as if it reads it, before the program is loaded and the line
 * parsed; undefined otherwise. Never fails.
 */
export function prefetchWorkTree(argv: readonly string[], cwd: string): Prefetch | undefined {
  return readsWorkTree(argv) ? prefetchListing(cwd) : undefined;
}
