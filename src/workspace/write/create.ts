import type { Abortable } from "../../model/inventory/snapshot.ts";
import { installedFolder } from "../../source/disk/installation.ts";

/** The example repository, built. */
export interface CreatedExample {
  readonly commits: number;
  readonly branches: readonly string[];
}

/** Builds the example repository with its history in a folder that is empty or does not exist yet. */
export async function createExample(into: string, { signal }: Abortable = {}): Promise<CreatedExample> {
  const { replayExample } = await import("../../source/example/replay.ts");
  const from = await installedFolder("example-repo");
  const { commits, branches } = await replayExample({ from, into, signal });
  return { commits, branches: [...branches.keys()] };
}
