import { dirname, join } from "node:path";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { createFiles, sortedNamesIn } from "../../source/disk/create.ts";
import { installedFolder } from "../../source/disk/installation.ts";
import { removeUnfinished } from "../../source/disk/temporary.ts";
import { starterFiles } from "./starter.ts";

/** The changes made to a folder. */
export interface CreatedInventory {
  /** Paths of new files. */
  readonly created: readonly string[];
  /** Files and folders that existed already and are unchanged. */
  readonly kept: readonly string[];
}

export interface CreateOptions {
  /** Only report what would be done. */
  readonly dryRun?: boolean;
}

/**
 * Makes a folder a repository for heir: settings, a first class, a first node. Nothing that exists is changed, and a
 * folder of nodes or classes that is not empty gets no sample.
 */
export async function createRepository(folder: string, { dryRun }: CreateOptions = {}): Promise<CreatedInventory> {
  const present = new Set(await sortedNamesIn(folder));
  const kept: string[] = [];
  const wanted = [];
  for (const file of starterFiles) {
    const [top = ""] = file.path.split("/");
    const isFolder = top !== file.path;
    const taken = isFolder ? (await sortedNamesIn(join(folder, top))).length > 0 : present.has(top);
    if (taken) kept.push(isFolder ? `${top}/` : top);
    else wanted.push(file);
  }
  if (dryRun === true) return { created: wanted.map(({ path }) => path), kept };
  for (const name of new Set(starterFiles.map(({ path }) => dirname(path)))) removeUnfinished(join(folder, name));
  return { created: await createFiles(folder, wanted), kept };
}

/** The example repository, built. */
export interface CreatedExample {
  readonly commits: number;
  readonly branches: readonly string[];
}

/** Builds the example repository with its history in a folder that is empty or does not exist yet. */
export async function createExample(into: string, { signal }: Abortable = {}): Promise<CreatedExample> {
  const { replayExample } = await import("../../source/example/replay.ts");
  const from = await installedFolder("example-repo");
  const { commits, branches } = await replayExample({ from, into, ...(signal !== undefined && { signal }) });
  return { commits, branches: [...branches.keys()] };
}
