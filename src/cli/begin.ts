import { isOn } from "../speed/on.ts";
import { type Prefetch, prefetchListing } from "../workspace/repeat/begun-listing.ts";
import type { Surroundings } from "./host.ts";
import { readsWorkTree } from "./reads-work-tree.ts";

/** What was begun for the program, or the exit code of a command that is done. */
export type Begun =
  | { readonly kind: "done"; readonly code: number }
  | { readonly kind: "begun"; readonly prefetch: Prefetch | undefined };

/** Runs before the program is loaded: starts git's listing, or prints the answer about an unchanged work tree again. */
export async function begin(argv: readonly string[], self: Surroundings): Promise<Begun> {
  const prefetch = prefetchWorkTree(argv, self.cwd());
  // Loaded while git runs.
  const code = prefetch && (await (await import("./print-repeated.ts")).repeat(argv, self, prefetch));
  return code === undefined ? { kind: "begun", prefetch } : { kind: "done", code };
}

/** Starts git listing the work tree if the line seems to read it, before it is parsed; else undefined. Never fails. */
export function prefetchWorkTree(argv: readonly string[], cwd: string): Prefetch | undefined {
  return isOn("begin") && readsWorkTree(argv) ? prefetchListing(cwd) : undefined;
}
