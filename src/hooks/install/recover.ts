import { installedHooks, removeAbandonedLock, removeUnfinishedHooks } from "../../source/disk/hook-files.ts";
import { type HookPlace, hookSources } from "./place.ts";
import { putHooks } from "./put.ts";
import { removeHooks } from "./take-away.ts";

/**
 * Ends what a killed installation or removal has begun, and deletes what it left. Throws what the system throws, and
 * HeirError for an installation of heir without hooks.
 */
export async function finishBegun(place: HookPlace): Promise<void> {
  const record = await installedHooks(place.facts.commonDir);
  removeUnfinishedHooks(place.facts.commonDir, record?.folder ?? place.folder);
  if (record?.begun === undefined) return;
  await removeAbandonedLock(place.facts.commonDir);
  if (record.begun.work === "uninstall") await removeHooks(place, record);
  else {
    const sources = await hookSources();
    const names = record.begun.names.filter((name) => sources.has(name));
    await putHooks({ ...place, folder: record.folder }, names, { sources });
  }
}
