import { createHash } from "node:crypto";
import { join } from "node:path";
import { forgetJudged } from "../../cache/judged-trees.ts";
import { forgetHooks, hookFile, installedHooks, moveFile, removeFile } from "../../source/disk/hook-files.ts";
import { unsetLocalSetting } from "../../source/repository/settings.ts";
import { gitHooks } from "./names.ts";
import { HOOK_BODY, type HookPlace, hookPlace, hookSources, KEPT, type PlaceOptions } from "./place.ts";

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
 * Deletes the installed files that are unedited, restores the hooks of others, and deletes the settings and all
 * verdicts. Throws HeirError outside git.
 */
export async function uninstallHooks(options: PlaceOptions): Promise<RemovedReport> {
  const place = await hookPlace(options);
  const { folder, files } = (await installedHooks(place.facts.commonDir)) ?? (await asShipped(place));
  const [removed, restored, edited]: [string[], string[], string[]] = [[], [], []];
  for (const [name, digest] of files) {
    if (name === HOOK_BODY) continue;
    const path = join(folder, name);
    const file = await hookFile(path);
    if (file.kind !== "none" && !(file.kind === "file" && file.digest === digest)) {
      edited.push(name);
      continue;
    }
    if (file.kind !== "none") removed.push(name);
    await removeFile(path);
    if ((await hookFile(path + KEPT)).kind === "none") continue;
    await moveFile(path + KEPT, path);
    restored.push(name);
  }
  if (edited.length === 0 && files.has(HOOK_BODY)) await removeFile(join(folder, HOOK_BODY));
  await forgetEverything(place);
  return { folder, removed, restored, edited };
}

/**
 * Without a record of the installation, only files identical to those of this version, in the repository's own folder.
 */
async function asShipped({ ownFolder }: HookPlace): Promise<{
  readonly folder: string;
  readonly files: ReadonlyMap<string, string>;
}> {
  const digests = new Map<string, string>();
  for (const [name, text] of await hookSources()) {
    const file = await hookFile(join(ownFolder, name));
    const digest = createHash("sha256").update(text).digest("hex");
    if (file.kind === "file" && file.digest === digest) digests.set(name, digest);
  }
  return { folder: ownFolder, files: digests };
}

async function forgetEverything({ program, facts }: HookPlace): Promise<void> {
  const settings = ["heir.command", "heir.node", "heir.folder", ...gitHooks.flatMap(({ setting }) => setting ?? [])];
  for (const setting of settings) await unsetLocalSetting(program, setting);
  for (const folder of new Set([facts.gitDir, facts.commonDir])) await forgetJudged(folder);
  await forgetHooks(facts.commonDir);
}
