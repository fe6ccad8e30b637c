import { join } from "node:path";
import { hooksPath } from "../../source/git/program/single.ts";
import { type HookFile, hookFile } from "../../source/hooks/hook-files.ts";
import { installedText } from "../../source/installed/installation.ts";
import { type LocateOptions, locate, noRepository } from "../../source/repository/locate.ts";
import { settingOrigin } from "../../source/repository/settings.ts";
import { gitHooks } from "./names.ts";

/** The shared body of all hooks, which each of them reads. */
export const HOOK_BODY = "heir-hook.sh";
/** The suffix of an existing hook that heir renamed. */
export const KEPT = ".before-heir";

export type HookPlaceOptions = Omit<LocateOptions, "env">;

export type HookPlace = Awaited<ReturnType<typeof hookPlace>>;

/** Finds the folder that git runs hooks from. Throws HeirError outside git and without a git program. */
export async function hookPlace(options: HookPlaceOptions) {
  const { git: facts, program } = await locate({ ...options, env: process.env });
  if (facts === undefined || program === undefined) throw noRepository("hooks belong to one: git init");
  return {
    program,
    facts,
    /** The folder that git runs hooks from. */
    folder: await hooksPath(program),
    /** The folder that git uses by default. */
    ownFolder: join(facts.commonDir, "hooks"),
    setting: await settingOrigin(program, "core.hooksPath"),
  };
}

/** The text of each hook and of their body, as they are shipped. Throws HeirError for an installation without them. */
export async function hookSources(): Promise<ReadonlyMap<string, string>> {
  const names = [HOOK_BODY, ...gitHooks.map(({ name }) => name)];
  return new Map(await Promise.all(names.map(async (name) => [name, await installedText(`hooks/${name}`)] as const)));
}

/** Whether a file is a hook of heir or their body, of whatever version, edited or not. */
export function isOurs(file: HookFile): boolean {
  return file.kind === "file" && (file.text.includes(HOOK_BODY) || file.text.startsWith("# heir hooks, form "));
}

/** Whether git runs hooks from a folder that does not belong to heir. */
export async function isForeignFolder({ setting, folder, ownFolder }: HookPlace): Promise<boolean> {
  return setting !== undefined && folder !== ownFolder && !isOurs(await hookFile(join(folder, HOOK_BODY)));
}
