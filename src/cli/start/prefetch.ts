import { type Prefetch, prefetchListing } from "../../workspace/load/prefetch.ts";
import { readsWorkTree } from "./reads-work-tree.ts";

/** Starts git listing the work tree if the line seems to read it, before it is parsed; else undefined. Never fails. */
export function prefetchWorkTree(argv: readonly string[], cwd: string): Prefetch | undefined {
  return readsWorkTree(argv) ? prefetchListing(cwd) : undefined;
}
