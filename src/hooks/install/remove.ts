import { join } from "node:path";
import {
  digestOf,
  hookFile,
  installedHooks,
  removeAbandonedLock,
  removeUnfinishedHooks,
} from "../../source/disk/hook-files.ts";
import { type HookPlace, type HookPlaceOptions, hookPlace, hookSources } from "./place.ts";
import { finishBegun } from "./recover.ts";
import { type RemovedReport, removeHooks } from "./take-away.ts";

/**
 * Deletes the installed files that are unedited, restores the hooks of others, and deletes the settings and all
 * verdicts. Ends what an earlier run has begun. Throws HeirError outside git.
 */
export async function uninstallHooks(options: HookPlaceOptions): Promise<RemovedReport> {
  const place = await hookPlace(options);
  const known = await installedHooks(place.facts.commonDir);
  removeUnfinishedHooks(place.facts.commonDir, known?.folder ?? place.folder);
  if (known?.begun?.work === "install") await finishBegun(place);
  else if (known?.begun !== undefined) await removeAbandonedLock(place.facts.commonDir);
  return removeHooks(place, (await installedHooks(place.facts.commonDir)) ?? (await asShipped(place)));
}

/**
 * Without a record of the installation, only files identical to those of this version, in the repository's own folder.
 */
async function asShipped({
  ownFolder,
}: HookPlace): Promise<{ readonly folder: string; readonly files: ReadonlyMap<string, string> }> {
  const digests = new Map<string, string>();
  for (const [name, text] of await hookSources()) {
    const file = await hookFile(join(ownFolder, name));
    const digest = digestOf(text);
    if (file.kind === "file" && file.digest === digest) digests.set(name, digest);
  }
  return { folder: ownFolder, files: digests };
}
