import { join } from "node:path";
import { forgetJudged } from "../../cache/judged-trees.ts";
import type { InstalledHooks } from "../../source/disk/hook-files.ts";
import { forgetHooks, hookFile, recordHooks, removeFile, restoreFile } from "../../source/disk/hook-files.ts";
import { unsetLocalSetting } from "../../source/repository/settings.ts";
import { forgetDriver } from "./merge-driver.ts";
import { gitHooks } from "./names.ts";
import { HOOK_BODY, type HookPlace, isOurs, KEPT } from "./place.ts";

/** What was done; names are those of hooks. */
export interface RemovedReport {
  readonly folder: string;
  readonly removed: readonly string[];
  /** Hooks of others that are back in their place. */
  readonly restored: readonly string[];
  /** Files that were edited after installation: not changed. */
  readonly edited: readonly string[];
}

/**
 * Removes the hooks of a record, the earlier ones back in their places, then their body, settings and verdicts; the record
 * goes last. Whenever the process is killed, each name has heir's hook or the earlier one, and running it again ends the
 * work. Throws what the system throws.
 */
export async function removeHooks(place: HookPlace, { folder, files, begun }: InstalledHooks): Promise<RemovedReport> {
  const names = [...files.keys()].filter((name) => name !== HOOK_BODY);
  if (files.size > 0) recordHooks(place.facts.commonDir, { folder, files, begun: { work: "uninstall", names } });
  const done: Record<"removed" | "restored" | "edited", string[]> = { removed: [], restored: [], edited: [] };
  for (const name of names) {
    const outcome = await takeAway(join(folder, name), { digest: files.get(name), again: begun !== undefined });
    for (const word of outcome) done[word].push(name);
  }
  if (done.edited.length === 0 && files.has(HOOK_BODY)) removeFile(join(folder, HOOK_BODY));
  await forgetEverything(place);
  return { folder, ...done };
}

interface TakenHook {
  /** Of what was written. */
  readonly digest: string | undefined;
  /** Whether an earlier run may have taken it away already. */
  readonly again: boolean;
}

async function takeAway(
  path: string,
  { digest, again }: TakenHook,
): Promise<readonly (keyof Omit<RemovedReport, "folder">)[]> {
  const [file, kept] = [await hookFile(path), await hookFile(path + KEPT)];
  if (file.kind !== "none" && !(file.kind === "file" && file.digest === digest)) {
    const isBack = !isOurs(file) && again && kept.kind === "none";
    return isBack ? [] : ["edited"];
  }
  if (kept.kind === "none") {
    removeFile(path);
    return file.kind === "none" ? [] : ["removed"];
  }
  restoreFile(path + KEPT, path);
  return file.kind === "none" ? ["restored"] : ["removed", "restored"];
}

async function forgetEverything({ program, facts }: HookPlace): Promise<void> {
  const settings = ["heir.command", "heir.node", "heir.folder", ...gitHooks.flatMap(({ setting }) => setting ?? [])];
  for (const setting of settings) await unsetLocalSetting(program, setting);
  await forgetDriver(program);
  for (const folder of new Set([facts.gitDir, facts.commonDir])) await forgetJudged(folder);
  await forgetHooks(facts.commonDir);
}
