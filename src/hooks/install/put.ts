import { join } from "node:path";
import {
  digestOf,
  hookFile,
  installedHooks,
  isEqualFile,
  keepFile,
  recordHooks,
  writeProgram,
} from "../../source/disk/hook-files.ts";
import { HOOK_BODY, type HookPlace, isOurs, KEPT } from "./place.ts";

interface PutOptions {
  /** The text of each hook and of their body. */
  readonly sources: ReadonlyMap<string, string>;
  /** Work before the first hook is in place. */
  readonly before?: () => Promise<void>;
}

/**
 * Writes hooks and their body. The record says first what is about to be written, and then the body is there before any
 * hook that reads it: whenever the process is killed, each name has the hook that was there, or heir's with the earlier
 * one behind it, and the record says what is missing. Throws what the system throws.
 */
export async function putHooks(
  { folder, facts }: Pick<HookPlace, "folder" | "facts">,
  names: readonly string[],
  { sources, before }: PutOptions,
): Promise<void> {
  const known = await installedHooks(facts.commonDir);
  const files = new Map(known?.folder === folder ? known.files : []);
  for (const name of names) files.set(name, digestOf(sources.get(name) ?? ""));
  if (names.length > 0) recordHooks(facts.commonDir, { folder, files, begun: { work: "install", names } });
  if (names.includes(HOOK_BODY)) writeProgram(join(folder, HOOK_BODY), sources.get(HOOK_BODY) ?? "");
  await before?.();
  for (const name of names) {
    if (name !== HOOK_BODY) await putHook(join(folder, name), sources.get(name) ?? "");
  }
  if (names.length > 0) recordHooks(facts.commonDir, { folder, files });
}

/** An earlier hook has its second name before heir's takes the first one. */
async function putHook(path: string, text: string): Promise<void> {
  const file = await hookFile(path);
  if (file.kind !== "none" && !isOurs(file) && !(await isEqualFile(path, path + KEPT))) keepFile(path, path + KEPT);
  writeProgram(path, text);
}
