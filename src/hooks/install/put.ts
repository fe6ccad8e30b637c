import { join } from "node:path";
import { digest } from "../../base/digest.ts";
import { command } from "../../base/terminal-text.ts";
import { forgetJudged } from "../../cache/judged-trees.ts";
import type { GitProgram } from "../../source/git/program/program.ts";
import {
  forgetHooks,
  hookFile,
  type InstalledHooks,
  installedHooks,
  isEqualFile,
  keepFile,
  recordHooks,
  removeAbandonedLock,
  removeFile,
  removeUnfinishedHooks,
  restoreFile,
  writeProgram,
} from "../../source/hooks/hook-files.ts";
import { setLocalSetting, unsetLocalSetting } from "../../source/repository/settings.ts";
import { gitHooks } from "./names.ts";
import { HOOK_BODY, type HookPlace, hookSources, isOurs, KEPT } from "./place.ts";

/**
 * Writes hooks and their body. The record first says what will be written, then the body precedes any hook that reads
 * it: whenever the process is killed, each name has the earlier hook, or heir's with the earlier one behind it, and the
 * record says what is missing. `before` is called before the first hook is in place. Throws what the system throws.
 */
export async function putHooks(
  { folder, facts }: Pick<HookPlace, "folder" | "facts">,
  names: readonly string[],
  sources: ReadonlyMap<string, string>,
  before?: () => Promise<void>,
): Promise<void> {
  const known = await installedHooks(facts.commonDir);
  const files = new Map(known?.folder === folder ? known.files : []);
  for (const name of names) files.set(name, digest(sources.get(name) ?? ""));
  if (names.length > 0) recordHooks(facts.commonDir, { folder, files, begun: { work: "install", names } });
  if (names.includes(HOOK_BODY)) writeProgram(join(folder, HOOK_BODY), sources.get(HOOK_BODY) ?? "");
  await before?.();
  for (const name of names) if (name !== HOOK_BODY) await putHook(join(folder, name), sources.get(name) ?? "");
  if (names.length > 0) recordHooks(facts.commonDir, { folder, files });
}

/** An earlier hook has its second name before heir's takes the first one. */
async function putHook(path: string, text: string): Promise<void> {
  const file = await hookFile(path);
  if (file.kind !== "none" && !isOurs(file) && !(await isEqualFile(path, path + KEPT))) keepFile(path, path + KEPT);
  writeProgram(path, text);
}

/**
 * Removes the hooks of a record, restores the earlier ones, then removes body, settings and verdicts; the record goes
 * last. Whenever the process is killed, each name has heir's hook or the earlier one, and a second run ends the work.
 * Throws what the system throws. Gives names of hooks: removed, put back (`restored`), and edited since (not changed).
 */
export async function removeHooks(place: HookPlace, { folder, files, begun }: InstalledHooks) {
  const names = [...files.keys()].filter((name) => name !== HOOK_BODY);
  if (files.size > 0) recordHooks(place.facts.commonDir, { folder, files, begun: { work: "uninstall", names } });
  const done: Record<Outcome, string[]> = { removed: [], restored: [], edited: [] };
  for (const name of names) {
    const outcome = await takeAway(join(folder, name), files.get(name), begun !== undefined);
    for (const word of outcome) done[word].push(name);
  }
  if (done.edited.length === 0 && files.has(HOOK_BODY)) removeFile(join(folder, HOOK_BODY));
  await forgetEverything(place);
  return { folder, ...done };
}

type Outcome = "removed" | "restored" | "edited";

/** `written`: the digest of what was written. `again`: an earlier run may have taken it away already. */
async function takeAway(path: string, written: string | undefined, again: boolean): Promise<readonly Outcome[]> {
  const [file, kept] = [await hookFile(path), await hookFile(path + KEPT)];
  if (file.kind !== "none" && !(file.kind === "file" && file.digest === written)) {
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
  const ofHooks = ["heir.command", "heir.node", "heir.folder", ...gitHooks.flatMap(({ setting }) => setting ?? [])];
  const ofDriver = driverSettings("", "").keys();
  for (const setting of [...ofHooks, ...ofDriver]) await unsetLocalSetting(program, setting);
  for (const folder of new Set([facts.gitDir, facts.commonDir])) await forgetJudged(folder);
  await forgetHooks(facts.commonDir);
}

/** Ends a killed installation or removal; gives what a removal did. Throws HeirError where heir lacks its hooks. */
export async function finishBegun(place: HookPlace) {
  const record = await installedHooks(place.facts.commonDir);
  removeUnfinishedHooks(place.facts.commonDir, record?.folder ?? place.folder);
  if (record?.begun === undefined) return undefined;
  await removeAbandonedLock(place.facts.commonDir);
  if (record.begun.work === "uninstall") return removeHooks(place, record);
  const sources = await hookSources();
  const names = record.begun.names.filter((name) => sources.has(name));
  await putHooks({ ...place, folder: record.folder }, names, sources);
  return undefined;
}

const FILE_TEXT = "git merge-file -q --marker-size=%L -L ours -L base -L theirs %A %O %B";
const TOOL_TEXT = 'git merge-file -q -L ours -L base -L theirs "$MERGED" "$BASE" "$REMOTE"';

/**
 * The settings by which git merges files of the inventory through heir. Where heir cannot run, git merges their text: a driver
 * that fails leaves the file as our side has it, without a marker. `node` runs `script`.
 */
function driverSettings(node: string, script: string): ReadonlyMap<string, string> {
  const call = command([node, script, "merge-driver"]);
  // Node.js ends with 1, too, where it cannot run a script: then there is no marker.
  const orText = (file: string, text: string) =>
    `c=$?; test $c = 0 && exit 0; test $c = 1 && grep -q "^<<<" ${file} && exit 1; ${text} || exit 1`;
  const tool = `cat "$LOCAL" > "$MERGED" && ${call} "$BASE" "$MERGED" "$REMOTE" "$MERGED"`;
  return new Map([
    ["merge.heir.name", "heir: files of the inventory by what they say"],
    ["merge.heir.driver", `${call.replaceAll("%", "%%")} %O %A %B %P %L; ${orText("%A", FILE_TEXT)}`],
    ["mergetool.heir.cmd", `${tool}; ${orText('"$MERGED"', TOOL_TEXT)}`],
    ["mergetool.heir.trustExitCode", "true"],
  ]);
}

/** Registers heir as a merge driver and merge tool in the repository's own configuration. Throws HeirError when git fails. */
export async function registerDriver(program: GitProgram, node: string, script: string): Promise<void> {
  for (const [name, value] of driverSettings(node, script)) await setLocalSetting(program, name, value);
}
