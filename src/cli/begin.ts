import type { Prefetch } from "../workspace/load/prefetch.ts";
import type { Surroundings } from "./start/host.ts";
import { prefetchWorkTree } from "./start/prefetch.ts";

/** What was begun for the program, or the exit code of a command that is done. */
export type Begun =
  | { readonly kind: "done"; readonly code: number }
  | { readonly kind: "begun"; readonly prefetch: Prefetch | undefined };

/** Runs before the program is loaded: starts git's listing, or prints the answer about an unchanged work tree again. */
export async function begin(argv: readonly string[], self: Surroundings): Promise<Begun> {
  const prefetch = prefetchWorkTree(argv, self.cwd());
  // Loaded while git runs.
  const code = prefetch && (await (await import("./start/repeat.ts")).repeat(argv, self, prefetch));
  return code === undefined ? { kind: "begun", prefetch } : { kind: "done", code };
}
